// Assay beside libprotobuf, onnx's checker (Debian's libonnx) and ONNX Runtime, on the twelve
// inputs, in one run: the contestants take turns, so that whatever else the machine does hits all
// of them. One turn belongs to a sum over the input's bytes: nobody who looks at each of them can
// be faster than that.
//
//   reader_peers [--scale S] [--rounds N] [--ort SCRIPT] [INPUT...]
//   reader_peers --growth [--rounds N] [INPUT...]
//
// Prints the median processor time of each (of ONNX Runtime that of the clock), the spread, GB/s,
// and how many times Assay's time the others take; the memory that a check takes beyond its input,
// at its peak. With --growth, time and memory of Assay alone at a sixteenth, a quarter and the
// whole of each input.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <google/protobuf/arena.h>
#include <onnx/checker.h>
#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>
#include <string>
#include <vector>

#include "assay/check.hpp"

#include "ort_sessions.hpp"
#include "reader_inputs.hpp"

namespace {

using assay::Kind;
using assay::bench::Input;
using assay::bench::OrtSessions;

// Milliseconds of processor time that `work` takes: others who use the machine count less than on
// the clock. Negative when it says that it failed.
double milliseconds(const std::function<bool()>& work) {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
  };
  const double begin = now();
  const bool done = work();
  return done ? now() - begin : -1;
}

template <class Proto>
bool parses(const std::string& bytes) {
  google::protobuf::Arena arena;
  auto* message = google::protobuf::Arena::CreateMessage<Proto>(&arena);
  return message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

bool parse(const Input& input, const std::string& bytes) {
  switch (input.kind) {
    case Kind::model:
      return parses<onnx::ModelProto>(bytes);
    case Kind::tensor:
      return parses<onnx::TensorProto>(bytes);
    case Kind::sparse_tensor:
      return parses<onnx::SparseTensorProto>(bytes);
    case Kind::sequence:
      return parses<onnx::SequenceProto>(bytes);
    default:
      return false;
  }
}

template <class Proto, class Check>
bool parse_and(const std::string& bytes, Check check) {
  google::protobuf::Arena arena;
  auto* message = google::protobuf::Arena::CreateMessage<Proto>(&arena);
  if (!message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return false;
  }
  try {
    check(*message);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

bool parse_and_check(const Input& input, const std::string& bytes) {
  onnx::checker::CheckerContext context;
  context.set_ir_version(8);
  context.set_opset_imports({{"", 13}});
  switch (input.kind) {
    case Kind::model:
      return parse_and<onnx::ModelProto>(
          bytes, [](const onnx::ModelProto& model) { onnx::checker::check_model(model); });
    case Kind::tensor:
      return parse_and<onnx::TensorProto>(bytes, [&](const onnx::TensorProto& tensor) {
        onnx::checker::check_tensor(tensor, context);
      });
    case Kind::sparse_tensor:
      return parse_and<onnx::SparseTensorProto>(bytes, [&](const onnx::SparseTensorProto& sparse) {
        onnx::checker::check_sparse_tensor(sparse, context);
      });
    case Kind::sequence:
      return parse_and<onnx::SequenceProto>(bytes, [&](const onnx::SequenceProto& sequence) {
        onnx::checker::check_sequence(sequence, context);
      });
    default:
      return false;
  }
}

struct Times {
  std::vector<double> all;
  double median() const {
    std::vector<double> sorted = all;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? -1 : sorted[sorted.size() / 2];
  }
  double spread() const {
    const auto [low, high] = std::minmax_element(all.begin(), all.end());
    return all.empty() || *low <= 0 ? 0 : (*high - *low) / *low;
  }
};

// Sums the words of the input, as fast as memory gives them.
bool sum(const Input& /*input*/, const std::string& bytes) {
  std::uint64_t sums[8] = {};
  for (std::size_t at = 0; bytes.size() - at >= sizeof sums; at += sizeof sums) {
    std::uint64_t words[8];
    std::memcpy(words, bytes.data() + at, sizeof words);
    for (std::size_t k = 0; k < 8; ++k) {
      sums[k] += words[k];
    }
  }
  volatile std::uint64_t sink = sums[0] + sums[1] + sums[2] + sums[3];
  (void)sink;
  return true;
}

bool check(const Input& input, const std::string& bytes) {
  return assay::check(assay::bytes_of(bytes), input.kind).accepted();
}

// The number behind that name in /proc/self/status, in KiB.
double status(const char* name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name)) {
      return std::atof(line.c_str() + std::strlen(name));
    }
  }
  return 0;
}

// MiB that a check takes beyond what is there before it.
double peak_of_check(const Input& input, const std::string& bytes) {
  std::ofstream("/proc/self/clear_refs") << 5;  // the peak begins anew
  const double before = status("VmRSS:");
  (void)check(input, bytes);
  return std::max(0.0, status("VmHWM:") - before) / 1024;
}

void print_peer(const Times& times, double own) {
  if (times.median() < 0) {
    std::printf(" - | |");
  } else {
    std::printf(" %.1f | %.1fx |", times.median(), times.median() / own);
  }
}

void race(const Input& input, double scale, int rounds, OrtSessions& ort) {
  using Run = bool (*)(const Input&, const std::string&);
  constexpr std::array<Run, 4> kContestants = {check, sum, parse, parse_and_check};
  const std::string bytes = input.make(scale);
  std::array<Times, kContestants.size()> times;
  Times ort_times;
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("reader_peers." + std::to_string(::getpid()) + ".onnx");
  // Of many nodes it makes minutes: its time grows with the square of their number.
  const bool with_ort = ort.ready() && input.name == "weights";
  if (with_ort) {
    std::ofstream(file, std::ios::binary) << bytes;
  }
  for (int round = 0; round <= rounds; ++round) {
    for (std::size_t i = 0; i < kContestants.size(); ++i) {
      const double took = milliseconds([&] { return kContestants[i](input, bytes); });
      if (round > 0 && took >= 0) {
        times[i].all.push_back(took);
      }
    }
    if (with_ort) {
      if (const double took = ort.milliseconds(file); took >= 0) {
        ort_times.all.push_back(took);
      }
    }
  }
  if (with_ort) {
    std::filesystem::remove(file);
  }
  const double megabytes = static_cast<double>(bytes.size()) / 1e6;
  const double own = times[0].median();
  if (own < 0) {
    std::printf("| %s | assay refuses it |\n", std::string(input.name).c_str());
    return;
  }
  std::printf("| %s | %.1f | %.3f (+%.0f %%) | %.1f | %.0f %% | %.1f |",
              std::string(input.name).c_str(), megabytes, own, times[0].spread() * 100,
              megabytes / own, times[1].median() / own * 100, peak_of_check(input, bytes));
  print_peer(times[2], own);
  print_peer(times[3], own);
  print_peer(ort_times, own);
  std::printf("\n");
  std::fflush(stdout);
}

void grow(const Input& input, int rounds) {
  std::printf("| %s |", std::string(input.name).c_str());
  std::string memory;
  for (const double scale : {1.0 / 16, 1.0 / 4, 1.0}) {
    const std::string bytes = input.make(scale);
    Times times;
    for (int round = 0; round < rounds; ++round) {
      times.all.push_back(milliseconds([&] { return check(input, bytes); }));
    }
    const double fastest = *std::min_element(times.all.begin(), times.all.end());
    std::printf(" %.2f |", fastest);
    memory += " " + std::to_string(static_cast<int>(peak_of_check(input, bytes))) + " |";
  }
  std::printf("%s\n", memory.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  double scale = 1;
  int rounds = 5;
  bool growth = false;
  std::string ort_script;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--growth") {
      growth = true;
    } else if (argument == "--scale" && i + 1 < argc) {
      scale = std::atof(argv[++i]);
    } else if (argument == "--rounds" && i + 1 < argc) {
      rounds = std::max(1, std::atoi(argv[++i]));
    } else if (argument == "--ort" && i + 1 < argc) {
      ort_script = argv[++i];
    } else {
      wanted.emplace_back(argument);
    }
  }
  OrtSessions ort(growth ? "" : ort_script);
  if (growth) {
    std::printf(
        "| input | ms at 1x | at 4x | at 16x | MiB at 1x | at 4x | at 16x |\n"
        "|---|--:|--:|--:|--:|--:|--:|\n");
  } else {
    std::printf(
        "| input | MB | assay, ms (spread) | GB/s | of a sum's speed | peak MiB "
        "| libprotobuf, ms | | + onnx checker, ms | | ONNX Runtime, ms | |\n"
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  }
  for (const Input& input : assay::bench::reader_inputs()) {
    if (!wanted.empty() &&
        std::find(wanted.begin(), wanted.end(), std::string(input.name)) == wanted.end()) {
      continue;
    }
    if (growth) {
      grow(input, rounds);
    } else {
      race(input, scale, rounds, ort);
    }
  }
  return 0;
}
