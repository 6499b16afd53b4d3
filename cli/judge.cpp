#include "cli/judge.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include "assay/check.hpp"
#include "assay/external.hpp"
#include "assay/mapped_file.hpp"

#include "cli/find_files.hpp"

namespace assay::cli {
namespace {

Report check_bytes(const Task& task, const std::string& name, Bytes bytes,
                   const ExternalFolder* folder) {
  if (!task.kind && !name.ends_with(".onnx")) {
    return check_any(bytes, task.policy, folder);
  }
  return check(bytes, task.kind.value_or(Kind::model), task.policy, folder);
}

Judgement read_and_judge(const Task& task, const std::string& file) {
  const bool standard_input = file == kStandardInput;
  const std::string name = standard_input ? "<stdin>" : file;
  const std::uint64_t limit = task.policy.limits.file_bytes;
  const MappedFile input = standard_input ? MappedFile::from_descriptor(STDIN_FILENO, limit)
                                          : MappedFile::open(file, limit);
  Judgement judgement;
  if (!input.error().empty()) {
    judgement.trouble = name + ": " + input.error();
    return judgement;
  }
  // External data lies beside its model. Standard input has no folder.
  std::optional<ExternalFolder> folder;
  if (!standard_input) {
    folder = ExternalFolder::for_model(file);
  }
  const Report report = check_bytes(task, name, input.bytes(), folder ? &*folder : nullptr);
  judgement.fragment = task.writer.fragment(name, report, input.bytes());
  judgement.totals.add(report);
  if (input.changed()) {
    judgement = {};
    judgement.trouble = name + ": it was changed while it was read";
  }
  return judgement;
}

// Runs the task on threads of its own and collects what they finish.
class Workers {
 public:
  Workers(const Task& task, std::size_t count) : task_(task) {
    for (std::size_t i = 0; i < std::min(count, task.files.size()); ++i) {
      try {
        threads_.emplace_back([this] { work(); });
      } catch (const std::system_error&) {
        // The machine has no more; those that there are do the work.
        if (threads_.empty()) {
          throw;
        }
        break;
      }
    }
  }
  ~Workers() {
    next_ = task_.files.size();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // The next file that is finished, if one is before `patience` is over.
  std::optional<std::pair<std::size_t, Judgement>> take(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    if (!some_finished_.wait_for(lock, patience, [this] { return !finished_.empty(); })) {
      return std::nullopt;
    }
    auto first = std::move(finished_.front());
    finished_.pop_front();
    return first;
  }

 private:
  void work() {
    while (true) {
      const std::size_t index = next_.fetch_add(1);
      if (index >= task_.files.size()) {
        return;
      }
      Judgement judgement = judge(task_, index);
      const std::lock_guard lock(mutex_);
      finished_.emplace_back(index, std::move(judgement));
      some_finished_.notify_one();
    }
  }

  const Task& task_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::condition_variable some_finished_;
  std::deque<std::pair<std::size_t, Judgement>> finished_;
  std::vector<std::thread> threads_;
};

}  // namespace

Judgement judge(const Task& task, std::size_t index) {
  const std::string& file = task.files[index];
  try {
    return read_and_judge(task, file);
  } catch (const std::bad_alloc&) {
    Judgement judgement;
    judgement.trouble = file + ": there is not enough memory to read it";
    return judgement;
  }
}

void judge_all(const Task& task, std::size_t threads, bool as_finished,
               const std::function<void(std::size_t, Judgement)>& take,
               const std::function<void(std::size_t)>& wait) {
  constexpr std::chrono::milliseconds kPatience(100);
  if (threads <= 1 || task.files.size() <= 1) {
    for (std::size_t i = 0; i < task.files.size(); ++i) {
      wait(i);
      take(i, judge(task, i));
    }
    return;
  }
  Workers workers(task, threads);
  std::map<std::size_t, Judgement> early;
  std::size_t taken = 0;
  while (taken < task.files.size()) {
    auto finished = workers.take(std::chrono::milliseconds(0));
    if (!finished) {
      wait(taken);
      finished = workers.take(kPatience);
    }
    if (!finished) {
      continue;
    }
    if (as_finished) {
      take(finished->first, std::move(finished->second));
      ++taken;
      continue;
    }
    early.insert(std::move(*finished));
    while (!early.empty() && early.begin()->first == taken) {
      take(taken, std::move(early.begin()->second));
      early.erase(early.begin());
      ++taken;
    }
  }
}

}  // namespace assay::cli
