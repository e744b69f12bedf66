// A list whose nodes are freed while others walk along it (Michael, "Hazard
// pointers: safe memory reclamation for lock-free objects", 2004). Who walks
// says which node he looks at and frees nothing; who unlinks a node frees it if
// nobody looks at it. After saying so one has to look again whether the node is
// still linked.
#include <atomic>
#include <cstdint>
#include <thread>

#include "mend.h"

struct Node {
  int key;
  std::atomic<uintptr_t> next;  // Odd: this node is on its way out.
};

constexpr int kNodes = 3;
constexpr int kHazards = 2;
std::atomic<uintptr_t> head{0};
std::atomic<Node*> hazards[kHazards];

Node* NodeAt(uintptr_t link) {
  return reinterpret_cast<Node*>(link & ~uintptr_t{1});
}

bool Contains(int key) {
  while (true) {
    std::atomic<uintptr_t>* from = &head;
    uintptr_t link = from->load();
    bool again = false;
    for (int slot = 0; link != 0; slot = (slot + 1) % kHazards) {
      Node* node = NodeAt(link);
      hazards[slot].store(node);
      MENDED(if (from->load() != link) {
        again = true;
        break;
      })
      if (node->key == key) return true;
      from = &node->next;
      link = from->load();
      if (link % 2 == 1) {
        again = true;
        break;
      }
    }
    if (!again) return false;
  }
}

void Walk() {
  Contains(kNodes);
  for (std::atomic<Node*>& hazard : hazards) hazard.store(nullptr);
}

Node* kept[kNodes];

void RemoveAll() {
  for (int i = 0; i < kNodes; ++i) {
    Node* node = NodeAt(head.load());
    uintptr_t next = node->next.load();
    node->next.store(next | 1);
    head.store(next);
    bool looked_at = false;
    for (std::atomic<Node*>& hazard : hazards)
      looked_at = looked_at || hazard.load() == node;
    if (looked_at) {
      kept[i] = node;
    } else {
      delete node;
    }
  }
}

int main() {
  for (int key = kNodes; key > 0; --key) {
    Node* node = new Node{key, {head.load()}};
    head.store(reinterpret_cast<uintptr_t>(node));
  }
  std::thread walk(Walk), remove(RemoveAll);
  walk.join();
  remove.join();
  for (Node* node : kept) delete node;
}
