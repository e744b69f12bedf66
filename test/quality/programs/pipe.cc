// A pipe is freed by whoever closes its last end, while it is being opened.
#include <mutex>
#include <thread>

#include "mend.h"

struct Pipe {
  int readers = 1;
};

struct Node {
  std::mutex mutex;
  Pipe* pipe = new Pipe;
};

Node node;

void Open() {
  MENDED(std::lock_guard<std::mutex> hold(node.mutex);)
  MENDED(if (node.pipe == nullptr) return;)
  BROKEN(std::lock_guard<std::mutex> hold(node.mutex);)
  ++node.pipe->readers;
}

void Close() {
  std::lock_guard<std::mutex> hold(node.mutex);
  --node.pipe->readers;
  if (node.pipe->readers != 0) return;
  delete node.pipe;
  node.pipe = nullptr;
}

int main() {
  std::thread open(Open), close(Close);
  open.join();
  close.join();
}
