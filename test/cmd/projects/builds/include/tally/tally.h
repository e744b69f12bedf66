// A counter whose two steps are each guarded, and together are not.
#ifndef DETSIM_TEST_CMD_PROJECTS_BUILDS_INCLUDE_TALLY_TALLY_H_
#define DETSIM_TEST_CMD_PROJECTS_BUILDS_INCLUDE_TALLY_TALLY_H_

#include <mutex>

namespace tally {

class Tally {
 public:
  void Add();
  int value();

 private:
  std::mutex mutex_;
  int value_ = 0;
};

}  // namespace tally

#endif  // DETSIM_TEST_CMD_PROJECTS_BUILDS_INCLUDE_TALLY_TALLY_H_
