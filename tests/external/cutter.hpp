// Somebody who cuts a file and mends it, again and again.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

namespace assay::testing {

// Cuts a file to half its size and gives it its size again, until it goes out of scope. The second
// half becomes zeros.
class Cutter {
 public:
  explicit Cutter(std::string path)
      : path_(std::move(path)), size_(std::filesystem::file_size(path_)), thread_([this] {
          while (!stop_) {
            std::filesystem::resize_file(path_, size_ / 2);
            std::filesystem::resize_file(path_, size_);
          }
        }) {}
  Cutter(const Cutter&) = delete;
  Cutter& operator=(const Cutter&) = delete;
  ~Cutter() {
    stop_ = true;
    thread_.join();
  }

 private:
  std::string path_;
  std::uintmax_t size_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace assay::testing
