// The threads of the benchmarks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace assay::bench {

// Threads that stay, so that what is measured is not their start.
class Pool {
 public:
  explicit Pool(std::uint32_t count) {
    for (std::uint32_t i = 1; i < count; ++i) {
      threads_.emplace_back([this, i] { serve(i); });
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    stop_ = true;
    ++turn_;
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  void run(const std::function<void(std::uint32_t)>& fn) {
    fn_ = &fn;
    left_ = threads_.size();
    ++turn_;
    fn(0);
    while (left_ != 0) {
      std::this_thread::yield();
    }
  }

 private:
  void serve(std::uint32_t index) {
    for (std::uint64_t seen = 0;;) {
      for (int spins = 0; turn_ == seen; ++spins) {
        if (spins > 2000) {
          std::this_thread::yield();
        }
      }
      ++seen;
      if (stop_) {
        return;
      }
      (*fn_)(index);
      --left_;
    }
  }

  std::vector<std::thread> threads_;
  const std::function<void(std::uint32_t)>* fn_ = nullptr;
  std::atomic<std::uint64_t> turn_ = 0;
  std::atomic<std::size_t> left_ = 0;
  std::atomic<bool> stop_ = false;
};

}  // namespace assay::bench
