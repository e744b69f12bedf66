// The worker's private copy of the folders that a test runs in. A run may make,
// change, rename and remove what it likes there; the next one finds it as it
// was. Used by the tool, which makes the first copy, and by the worker, so
// nothing here allocates: the heap is the program under test's.
//
// What is to be there is itself a folder, the model: folders, symbolic links
// and regular files. Links lead to the originals, so what is written through
// one is not private (see docs/architecture.md for what is a link).
#ifndef DETSIM_RUNTIME_WORKER_PRIVATE_FILES_H_
#define DETSIM_RUNTIME_WORKER_PRIVATE_FILES_H_

namespace detsim::runtime {

// The environment variable that tells a worker its private folder, without a
// slash at its end; the model is beside it.
inline constexpr char kPrivateFilesVariable[] = "DETSIM_PRIVATE_FILES";
inline constexpr char kModelSuffix[] = ".model";

// Makes `path` a copy of `model`, whatever it was before. What is as in the
// model stays as it is. False when something could not be made.
bool RestoreFiles(const char* path, const char* model);

// Restores a folder when it was touched. Owned by the worker; its descriptor
// is inherited by the children that perform the runs.
class PrivateFiles {
 public:
  // `path` has its first content already. The strings are not copied.
  void Watch(const char* path, const char* model, const char* directory);

  // To be called before each run. One system call for the files when nothing
  // happened there; then goes to the directory that runs start in.
  void Restore() const;

 private:
  const char* path_ = nullptr;
  const char* model_ = nullptr;
  const char* directory_ = nullptr;
  int watch_ = -1;  // An inotify queue; without one every run looks at all.
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_PRIVATE_FILES_H_
