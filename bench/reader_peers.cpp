// Assay beside libprotobuf and onnx's checker (Debian's libonnx), on the twelve inputs, in one run:
// the contestants take turns, so that whatever else the machine does hits all of them.
//
//   reader_peers [--scale S] [--rounds N] [INPUT...]
//
// Prints the median time of each, the spread, GB/s, and how many times Assay's time the others
// take; and, first, how fast this machine reads memory, which nobody who looks at every byte can
// beat.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <google/protobuf/arena.h>
#include <onnx/checker.h>
#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>
#include <string>
#include <vector>

#include "assay/check.hpp"

#include "reader_inputs.hpp"

namespace {

using assay::Kind;
using assay::bench::Input;

// Milliseconds that `work` takes; negative when it says that it failed.
double milliseconds(const std::function<bool()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  const bool done = work();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  return done ? took.count() : -1;
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

struct Contestant {
  const char* name;
  std::function<bool(const Input&, const std::string&)> run;
};

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

// GB/s at which one thread sums a gibibyte that is in memory already.
double memory_bandwidth() {
  const std::vector<std::uint64_t> words((1u << 30) / sizeof(std::uint64_t), 1);
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    std::uint64_t sums[4] = {};
    const double took = milliseconds([&] {
      for (std::size_t i = 0; i < words.size(); i += 4) {
        for (std::size_t k = 0; k < 4; ++k) {
          sums[k] += words[i + k];
        }
      }
      return sums[0] != 0;
    });
    best = std::max(best, static_cast<double>(words.size() * sizeof(std::uint64_t)) / took / 1e6);
  }
  return best;
}

void race(const Input& input, double scale, int rounds,
          const std::vector<Contestant>& contestants) {
  const std::string bytes = input.make(scale);
  std::vector<Times> times(contestants.size());
  for (int round = 0; round <= rounds; ++round) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const double took = milliseconds([&] { return contestants[i].run(input, bytes); });
      if (round > 0 && took >= 0) {
        times[i].all.push_back(took);
      }
    }
  }
  const double megabytes = static_cast<double>(bytes.size()) / 1e6;
  std::printf("| %s | %.1f |", std::string(input.name).c_str(), megabytes);
  const double own = times[0].median();
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const double median = times[i].median();
    if (median < 0) {
      std::printf(" refused |");
    } else if (i == 0) {
      std::printf(" %.3f (+%.0f %%) | %.1f |", median, times[i].spread() * 100, megabytes / median);
    } else {
      std::printf(" %.3f | %.1fx |", median, median / own);
    }
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  double scale = 1;
  int rounds = 5;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--scale") == 0 && i + 1 < argc) {
      scale = std::atof(argv[++i]);
    } else if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
      rounds = std::atoi(argv[++i]);
    } else {
      wanted.emplace_back(argv[i]);
    }
  }
  const std::vector<Contestant> contestants = {
      {"assay",
       [](const Input& input, const std::string& bytes) {
         return assay::check(assay::bytes_of(bytes), input.kind).accepted();
       }},
      {"libprotobuf", parse},
      {"libprotobuf + onnx checker", parse_and_check},
  };
  std::printf("memory, one thread: %.1f GB/s\n\n", memory_bandwidth());
  std::printf(
      "| input | MB | assay, ms (spread) | GB/s | libprotobuf, ms | | + onnx checker, ms | |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const Input& input : assay::bench::reader_inputs()) {
    if (wanted.empty() ||
        std::find(wanted.begin(), wanted.end(), std::string(input.name)) != wanted.end()) {
      race(input, scale, rounds, contestants);
    }
  }
  return 0;
}
