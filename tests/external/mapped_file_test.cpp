// Input files, read and mapped, and what happens when a mapped one shrinks.
#include "assay/mapped_file.hpp"

#include <limits>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "external/descriptor.hpp"
#include "external/mapping.hpp"
#include "external/temporary_folder.hpp"

using namespace assay;
using assay::testing::TemporaryFolder;

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kBig = MappedFile::kMapAbove + 100'000;

std::string text_of(const MappedFile& file) {
  return std::string(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
}

// The sum of all bytes: touches every page.
unsigned long sum(Bytes bytes) {
  unsigned long total = 0;
  for (const std::byte one : bytes) {
    total += std::to_integer<unsigned long>(one);
  }
  return total;
}

// A map that is nobody's, whose file is gone: the next access raises SIGBUS.
const volatile char* foreign_mapping(const TemporaryFolder& temporary) {
  temporary.write("foreign", std::string(8192, 'f'));
  const external::Opening opening = external::open_path(temporary / "foreign", O_RDWR | O_CLOEXEC);
  void* const begin = ::mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE, opening.descriptor.get(), 0);
  BOOST_REQUIRE(begin != MAP_FAILED);
  BOOST_REQUIRE(::ftruncate(opening.descriptor.get(), 0) == 0);
  return static_cast<const volatile char*>(begin);
}

sigjmp_buf before_access;
void jump_back(int) {
  siglongjmp(before_access, 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mapped_file)

BOOST_AUTO_TEST_CASE(a_file_is_read_whole_with_and_without_a_guard) {
  const TemporaryFolder temporary;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{4096}, std::size_t{MappedFile::kMapAbove},
        std::size_t{MappedFile::kMapAbove + 1}, kBig}) {
    const std::string content(size, 'x');
    temporary.write("file", content);
    for (const bool guarded : {false, true}) {
      const auto guard = guarded ? std::make_unique<MappingGuard>() : nullptr;
      const MappedFile file = MappedFile::open(temporary / "file", kNoLimit);
      BOOST_TEST(file.error() == "");
      BOOST_TEST((text_of(file) == content));
      BOOST_TEST(!file.changed());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_guard_is_active_as_long_as_it_lives) {
  BOOST_TEST(!MappingGuard::active());
  {
    const MappingGuard one;
    {
      const MappingGuard two;
      BOOST_TEST(MappingGuard::active());
    }
    BOOST_TEST(MappingGuard::active());
  }
  BOOST_TEST(!MappingGuard::active());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_says_why) {
  const TemporaryFolder temporary;
  BOOST_TEST(MappedFile::open(temporary / "absent", kNoLimit).error() == "no such file");
  BOOST_TEST(MappedFile::open(temporary.path(), kNoLimit).error() == "is a folder");
  BOOST_TEST(MappedFile::open(std::string("a\0b", 3), kNoLimit).error() == "no such file");
  BOOST_TEST(MappedFile::from_descriptor(-1, kNoLimit).error() == "system error 9");
  BOOST_TEST(MappedFile::open(temporary / "absent", kNoLimit).bytes().empty());
}

BOOST_AUTO_TEST_CASE(reading_stops_one_byte_beyond_the_limit) {
  const TemporaryFolder temporary;
  temporary.write("file", std::string(1000, 'x'));
  BOOST_TEST(MappedFile::open(temporary / "file", 1001).bytes().size() == 1000u);
  BOOST_TEST(MappedFile::open(temporary / "file", 1000).bytes().size() == 1000u);
  BOOST_TEST(MappedFile::open(temporary / "file", 999).bytes().size() == 1000u);
  BOOST_TEST(MappedFile::open(temporary / "file", 998).bytes().size() == 999u);
  BOOST_TEST(MappedFile::open(temporary / "file", 0).bytes().size() == 1u);
  BOOST_TEST(MappedFile::open("/dev/zero", 300'000).bytes().size() == 300'001u);
}

BOOST_AUTO_TEST_CASE(a_pipe_is_read_until_it_is_closed) {
  const TemporaryFolder temporary;
  const std::string content(kBig, 'p');
  BOOST_REQUIRE(::mkfifo((temporary / "fifo").c_str(), 0600) == 0);
  std::thread writer([&] {
    std::ofstream out(temporary / "fifo");
    out << content;
  });
  const MappingGuard guard;
  const MappedFile file = MappedFile::open(temporary / "fifo", kNoLimit);
  writer.join();
  BOOST_TEST((text_of(file) == content));
  BOOST_TEST(!file.changed());
}

BOOST_AUTO_TEST_CASE(a_descriptor_is_read_from_the_beginning_and_left_open) {
  const TemporaryFolder temporary;
  temporary.write("file", "content");
  const external::Opening opening = external::open_path(temporary / "file", O_RDONLY | O_CLOEXEC);
  for (int twice = 0; twice < 2; ++twice) {
    BOOST_TEST(text_of(MappedFile::from_descriptor(opening.descriptor.get(), 100)) == "content");
  }
}

BOOST_AUTO_TEST_CASE(a_mapped_file_that_shrinks_reads_as_zeros_and_as_changed) {
  const TemporaryFolder temporary;
  const MappingGuard guard;
  for (const std::size_t left : {std::size_t{0}, std::size_t{1}, std::size_t{5000}, kBig / 2}) {
    temporary.write("file", std::string(kBig, '\1'));
    temporary.write("other", std::string(kBig, '\1'));
    const MappedFile file = MappedFile::open(temporary / "file", kNoLimit);
    const MappedFile other = MappedFile::open(temporary / "other", kNoLimit);
    BOOST_REQUIRE(!file.changed());
    std::filesystem::resize_file(temporary / "file", left);
    BOOST_TEST(sum(file.bytes()) <= left);
    BOOST_TEST(file.changed());
    // That it has its old size again, and its time, changes nothing.
    std::filesystem::resize_file(temporary / "file", kBig);
    BOOST_TEST(file.changed());
    BOOST_TEST(sum(other.bytes()) == kBig);
    BOOST_TEST(!other.changed());
  }
}

BOOST_AUTO_TEST_CASE(a_mapped_file_that_is_written_or_grows_is_changed_and_a_copy_is_not) {
  const TemporaryFolder temporary;
  temporary.write("file", std::string(kBig, 'a'));
  const MappedFile copy = MappedFile::open(temporary / "file", kNoLimit);
  const MappingGuard guard;
  const MappedFile mapped = MappedFile::open(temporary / "file", kNoLimit);
  BOOST_TEST(!mapped.changed());
  std::ofstream(temporary / "file", std::ios::app) << "more";
  BOOST_TEST(mapped.changed());
  BOOST_TEST(!copy.changed());
  BOOST_TEST(copy.bytes().size() == kBig);
}

BOOST_AUTO_TEST_CASE(maps_are_torn_from_the_page_that_went_away_and_repaired_from_many_threads) {
  const TemporaryFolder temporary;
  const MappingGuard guard;
  constexpr int kThreads = 4;
  std::vector<std::thread> threads;
  std::vector<unsigned long> sums(kThreads, 1);
  std::vector<char> changed(kThreads, 0);
  for (int i = 0; i < kThreads; ++i) {
    temporary.write(std::to_string(i), std::string(kBig, '\1'));
  }
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const auto index = static_cast<std::size_t>(i);
      for (int round = 0; round < 50; ++round) {
        std::filesystem::resize_file(temporary / std::to_string(i), kBig);
        const MappedFile file = MappedFile::open(temporary / std::to_string(i), kNoLimit);
        std::filesystem::resize_file(temporary / std::to_string(i), 0);
        sums[index] = sum(file.bytes());
        changed[index] = file.changed() ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t i = 0; i < kThreads; ++i) {
    BOOST_TEST(sums[i] == 0u);
    BOOST_TEST(changed[i] == 1);
  }
}

BOOST_AUTO_TEST_CASE(maps_leave_room_for_the_rest_of_the_process) {
  const TemporaryFolder temporary;
  temporary.write("file", "content");
  const MappingGuard guard;
  const external::Opening opening = external::open_path(temporary / "file", O_RDONLY | O_CLOEXEC);
  const auto map = [&opening] { return external::Mapping::create(opening.descriptor.get(), 7); };
  std::vector<std::unique_ptr<external::Mapping>> maps(external::Mapping::kMost);
  for (auto& one : maps) {
    one = map();
  }
  BOOST_TEST((maps.back() != nullptr));
  BOOST_TEST((map() == nullptr));
  maps.pop_back();
  BOOST_TEST((map() != nullptr));
}

BOOST_AUTO_TEST_CASE(a_fault_elsewhere_goes_to_the_handler_that_was_there_before) {
  const TemporaryFolder temporary;
  const volatile char* const foreign = foreign_mapping(temporary);
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = jump_back;
  BOOST_REQUIRE(::sigaction(SIGBUS, &action, &before) == 0);
  volatile bool jumped = false;
  {
    const MappingGuard guard;
    if (sigsetjmp(before_access, 1) == 0) {
      static_cast<void>(*foreign);
    } else {
      jumped = true;
    }
  }
  struct sigaction after {};
  BOOST_REQUIRE(::sigaction(SIGBUS, &before, &after) == 0);
  BOOST_TEST(jumped);
  BOOST_TEST((after.sa_handler == jump_back));
}

BOOST_AUTO_TEST_CASE(a_fault_elsewhere_or_a_sent_signal_still_ends_the_process) {
  const TemporaryFolder temporary;
  const volatile char* const foreign = foreign_mapping(temporary);
  for (const bool sent : {false, true}) {
    const pid_t child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0) {
      ::signal(SIGBUS, SIG_DFL);
      const MappingGuard guard;
      if (sent) {
        ::kill(::getpid(), SIGBUS);
      } else {
        static_cast<void>(*foreign);
      }
      ::_exit(0);
    }
    int status = 0;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    BOOST_TEST(WIFSIGNALED(status));
    BOOST_TEST(WTERMSIG(status) == SIGBUS);
  }
}

BOOST_AUTO_TEST_CASE(a_data_file_that_shrinks_is_changed_and_reads_no_further) {
  const TemporaryFolder temporary;
  for (const bool guarded : {false, true}) {
    const auto guard = guarded ? std::make_unique<MappingGuard>() : nullptr;
    temporary.write("w.bin", std::string(kBig, '\1'));
    const OpenedFile opened = ExternalFolder::at(temporary.path()).open("w.bin");
    BOOST_REQUIRE(opened.file.has_value());
    const DataFile& file = *opened.file;
    BOOST_TEST(file.size() == kBig);
    BOOST_TEST(file.mapped().has_value() == guarded);
    BOOST_TEST(!file.changed());
    unsigned long total = 0;
    std::size_t windows = 0;
    BOOST_TEST(file.visit(1, kBig - 1, [&](Bytes bytes) {
      total += sum(bytes);
      ++windows;
    }));
    BOOST_TEST(total == kBig - 1);
    BOOST_TEST(windows == (guarded ? 1 : (kBig - 2) / DataFile::kWindow + 1));
    std::filesystem::resize_file(temporary / "w.bin", 10);
    BOOST_TEST(file.visit(0, kBig, [&](Bytes bytes) { total = sum(bytes); }) == guarded);
    if (guarded) {
      BOOST_TEST(total == 10u);
    }
    BOOST_TEST(file.changed());
    std::byte one{};
    BOOST_TEST(file.read(9, {&one, 1}));
    BOOST_TEST(file.read(10, {&one, 1}) == guarded);
    BOOST_TEST((one == (guarded ? std::byte{0} : std::byte{1})));
  }
}

BOOST_AUTO_TEST_CASE(a_range_beyond_the_file_is_not_read) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "weights");
  const MappingGuard guard;
  const OpenedFile opened = ExternalFolder::at(temporary.path()).open("w.bin");
  BOOST_REQUIRE(opened.file.has_value());
  std::byte bytes[8]{};
  const auto ignore = [](Bytes) {};
  constexpr std::uint64_t kHuge = 0x7fffffffffffffff;
  BOOST_TEST(opened.file->read(0, std::span(bytes, 7)));
  BOOST_TEST(opened.file->read(7, std::span(bytes, 0)));
  BOOST_TEST(opened.file->visit(7, 0, ignore));
  BOOST_TEST(!opened.file->read(0, std::span(bytes, 8)));
  BOOST_TEST(!opened.file->read(8, std::span(bytes, 0)));
  BOOST_TEST(!opened.file->read(kHuge, std::span(bytes, 1)));
  BOOST_TEST(!opened.file->visit(1, 7, ignore));
  BOOST_TEST(!opened.file->visit(kHuge, kHuge, ignore));
  BOOST_TEST(!opened.file->visit(1, std::numeric_limits<std::uint64_t>::max(), ignore));
}

BOOST_AUTO_TEST_SUITE_END()
