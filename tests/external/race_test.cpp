// Somebody exchanges a data file, or a folder on the way to it, for a link to a file outside while
// it is being opened: what lies outside is never read.
#include <atomic>
#include <stdio.h>
#include <thread>

#include "external/folder.hpp"
#include "external/temporary_folder.hpp"

using namespace assay;
using assay::testing::content_of;
using assay::testing::TemporaryFolder;

namespace {

constexpr int kRounds = 10'000;

struct Tally {
  int opened = 0;
  int refused = 0;
  int leaked = 0;
  int other = 0;
};

// Swaps `name` and `other` until stopped, ten thousand opens of `location` meanwhile.
Tally race(const TemporaryFolder& temporary, const ExternalFolder& folder, const char* name,
           const char* other, const char* location, const ExternalPolicy& policy = {}) {
  std::atomic<bool> stop = false;
  std::atomic<int> swaps = 0;
  const std::string one = temporary / name;
  const std::string two = temporary / other;
  std::thread swapper([&] {
    while (!stop) {
      if (::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, two.c_str(), RENAME_EXCHANGE) == 0) {
        ++swaps;
      }
    }
  });
  Tally tally;
  // More rounds only where the two threads have not met, on a busy machine.
  const auto met = [&tally] { return tally.opened > 0 && tally.refused > 0; };
  for (int round = 0; round < kRounds || (!met() && round < 100 * kRounds); ++round) {
    const OpenedFile opened = folder.open(location, policy);
    if (opened.file) {
      const std::string content = content_of(*opened.file);
      ++(content == "weights" ? tally.opened : tally.leaked);
    } else {
      ++(opened.fault->rule == Rule::external_symlink ? tally.refused : tally.other);
    }
  }
  stop = true;
  swapper.join();
  BOOST_TEST(swaps > 0);
  return tally;
}

void judge(const Tally& tally) {
  BOOST_TEST(tally.leaked == 0);
  BOOST_TEST(tally.other == 0);
  BOOST_TEST(tally.opened > 0);
  BOOST_TEST(tally.refused > 0);
}

ExternalFolder prepared(ExternalFolder folder, bool walk) {
  if (walk) {
    FolderAccess::walk(folder);
  }
  return folder;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exchange)

BOOST_AUTO_TEST_CASE(a_file_exchanged_for_a_link_leads_nowhere) {
  for (const bool walk : {false, true}) {
    const TemporaryFolder temporary;
    temporary.write("secret", "secret");
    temporary.write("in/w.bin", "weights");
    temporary.link("../secret", "in/link");
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary / "in"), walk);
    judge(race(temporary, folder, "in/w.bin", "in/link", "w.bin"));
  }
}

BOOST_AUTO_TEST_CASE(a_folder_exchanged_for_a_link_leads_nowhere) {
  for (const bool walk : {false, true}) {
    const TemporaryFolder temporary;
    temporary.write("outside/w.bin", "secret");
    temporary.write("in/sub/w.bin", "weights");
    temporary.link("../outside", "in/link");
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary / "in"), walk);
    judge(race(temporary, folder, "in/sub", "in/link", "sub/w.bin"));
  }
}

BOOST_AUTO_TEST_CASE(a_cache_link_exchanged_for_one_that_leads_outside_leads_nowhere) {
  ExternalPolicy follow;
  follow.follow_model_symlinks = true;
  for (const bool walk : {false, true}) {
    const TemporaryFolder temporary;
    temporary.write("blobs/aa", "model");
    temporary.write("blobs/bb", "weights");
    temporary.write("outside/bb", "secret");
    temporary.link("../blobs/aa", "in/model.onnx");
    temporary.link("../blobs/bb", "in/data");
    temporary.link("../outside/bb", "in/other");
    const ExternalFolder folder =
        prepared(ExternalFolder::for_model(temporary / "in/model.onnx"), walk);
    judge(race(temporary, folder, "in/data", "in/other", "data", follow));
  }
}

BOOST_AUTO_TEST_SUITE_END()
