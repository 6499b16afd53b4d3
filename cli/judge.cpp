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
#include "cli/hashing.hpp"

namespace assay::cli {
namespace {

bool has_model_name(const Input& input) {
  return input.name.ends_with(".onnx");
}

Judgement read_and_judge(const Task& task, const std::string& file) {
  Judgement judgement;
  Input input = open_input(file, task.policy.limits.file_bytes);
  if (!input.file.error().empty()) {
    judgement.trouble = input.name + ": " + input.file.error();
    return judgement;
  }
  if (task.checksums && input.folder) {
    input.folder->verify_checksums(make_sha1);
  }
  const Report report = judge_input(input, task.kind, task.policy);
  judgement.fragment = task.writer.fragment(input.name, report, input.file.bytes());
  judgement.totals.add(report);
  if (input.file.changed()) {
    judgement = {};
    judgement.trouble = input.name + ": it was changed while it was read";
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

Input open_input(const std::string& file, std::uint64_t limit) {
  if (file == kStandardInput) {
    return {"<stdin>", MappedFile::from_descriptor(STDIN_FILENO, limit), std::nullopt};
  }
  return {file, MappedFile::open(file, limit), ExternalFolder::for_model(file)};
}

Report judge_input(const Input& input, std::optional<Kind> fixed, const Policy& policy) {
  const ExternalFolder* folder = input.folder ? &*input.folder : nullptr;
  if (!fixed && !has_model_name(input)) {
    return check_any(input.file.bytes(), policy, folder);
  }
  return check(input.file.bytes(), fixed.value_or(Kind::model), policy, folder);
}

Kind kind_of(const Input& input, std::optional<Kind> fixed, const Policy& policy) {
  return fixed                   ? *fixed
         : has_model_name(input) ? Kind::model
                                 : judge_input(input, fixed, policy).kind;
}

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
