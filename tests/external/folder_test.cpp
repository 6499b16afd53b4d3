// Opening data files beneath a folder, on real files, with the kernel's resolver and with ours.
#include "external/folder.hpp"

#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

#include "external/temporary_folder.hpp"

using namespace assay;
using assay::testing::content_of;
using assay::testing::TemporaryFolder;

namespace {

constexpr bool kWalk[] = {false, true};

ExternalFolder prepared(ExternalFolder folder, bool walk) {
  if (walk) {
    FolderAccess::walk(folder);
  }
  return folder;
}

// The rule of the fault, or nothing.
std::optional<Rule> fault_of(const OpenedFile& opened) {
  return opened.fault ? std::optional(opened.fault->rule) : std::nullopt;
}

void require_refused(const OpenedFile& opened, Rule rule) {
  BOOST_TEST(!opened.file.has_value());
  BOOST_TEST((fault_of(opened) == rule));
  BOOST_TEST((opened.fault && !opened.fault->message.empty()));
}

void require_content(const OpenedFile& opened, const std::string& content) {
  BOOST_TEST(!opened.fault.has_value());
  BOOST_REQUIRE(opened.file.has_value());
  BOOST_TEST(content_of(*opened.file) == content);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(folder)

BOOST_AUTO_TEST_CASE(a_regular_file_beneath_the_folder_is_opened) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "weights");
  temporary.write("sub/deep/w.bin", "deep weights");
  temporary.write("#d/a..b", "sharp");
  temporary.write("empty", "");
  for (const bool walk : kWalk) {
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary.path()), walk);
    require_content(folder.open("w.bin"), "weights");
    require_content(folder.open("sub/deep/w.bin"), "deep weights");
    require_content(folder.open("#d/a..b"), "sharp");
    require_content(folder.open("empty"), "");
    BOOST_TEST((folder.open("w.bin").file->identity() == folder.open("w.bin").file->identity()));
    BOOST_TEST((folder.open("w.bin").file->identity() != folder.open("empty").file->identity()));
  }
}

BOOST_AUTO_TEST_CASE(a_location_is_judged_as_text_before_anything_is_opened) {
  const TemporaryFolder temporary;
  temporary.write("in/w.bin", "weights");
  temporary.write("secret", "secret");
  temporary.write("in/*/_ORT_MEM_ADDR_/*", "there is such a file");
  for (const bool walk : kWalk) {
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary / "in"), walk);
    require_refused(folder.open("../secret"), Rule::external_path_escape);
    require_refused(folder.open("x/../w.bin"), Rule::external_path_escape);
    require_refused(folder.open(temporary / "secret"), Rule::external_path_absolute);
    require_refused(folder.open("./w.bin"), Rule::external_path);
    require_refused(folder.open("."), Rule::external_path);
    require_refused(folder.open(""), Rule::external_no_location);
    require_refused(folder.open("*/_ORT_MEM_ADDR_/*"), Rule::external_reserved_marker);
    require_refused(folder.open(std::string_view("w.bin\0", 6)), Rule::external_path);
  }
}

BOOST_AUTO_TEST_CASE(a_symbolic_link_is_refused_wherever_it_stands_and_leads) {
  const TemporaryFolder temporary;
  temporary.write("secret", "secret");
  temporary.write("in/w.bin", "weights");
  temporary.write("in/sub/w.bin", "weights");
  temporary.link("../secret", "in/out");
  temporary.link("w.bin", "in/inside");
  temporary.link("nowhere", "in/dangling");
  temporary.link("/etc/passwd", "in/absolute");
  temporary.link("..", "in/up");
  temporary.link("sub", "in/down");
  temporary.link("/proc/self/root", "in/magic");
  temporary.link("loop", "in/loop");
  for (const bool walk : kWalk) {
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary / "in"), walk);
    for (const char* location : {"out", "inside", "dangling", "absolute", "up", "down", "up/secret",
                                 "down/w.bin", "magic/etc/passwd", "loop", "loop/x"}) {
      BOOST_TEST_CONTEXT("location " << location << (walk ? " by walking" : "")) {
        require_refused(folder.open(location), Rule::external_symlink);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_missing) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "weights");
  temporary.write("sub/w.bin", "weights");
  std::string deep = "d";
  for (int i = 0; i < 3000; ++i) {
    deep += "/d";
  }
  for (const bool walk : kWalk) {
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary.path()), walk);
    for (const std::string& location :
         {std::string("v.bin"), std::string("no/w.bin"), std::string("w.bin/x"),
          std::string("W.BIN"), std::string(256, 'n'), std::string(100'000, 'n'), deep}) {
      require_refused(folder.open(location), Rule::external_missing_file);
    }
  }
  require_refused(ExternalFolder::at(temporary / "nowhere").open("w"), Rule::external_missing_file);
  require_refused(ExternalFolder::at(temporary / "w.bin").open("w"), Rule::external_missing_file);
  require_refused(ExternalFolder::at(std::string("\0", 1)).open("w"), Rule::external_missing_file);
  require_refused(ExternalFolder::from_descriptor(-1).open("w"), Rule::external_unreadable);
}

BOOST_AUTO_TEST_CASE(what_is_no_regular_file_is_refused_without_blocking) {
  const TemporaryFolder temporary;
  temporary.write("sub/w.bin", "weights");
  BOOST_REQUIRE(::mkfifo((temporary / "fifo").c_str(), 0600) == 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (temporary / "socket").c_str(), sizeof address.sun_path - 1);
  const external::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  BOOST_REQUIRE(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
                0);
  for (const bool walk : kWalk) {
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary.path()), walk);
    require_refused(folder.open("fifo"), Rule::external_not_regular);
    require_refused(folder.open("sub"), Rule::external_not_regular);
    require_refused(folder.open("socket"), Rule::external_not_regular);
    const ExternalFolder devices = prepared(ExternalFolder::at("/dev"), walk);
    require_refused(devices.open("zero"), Rule::external_not_regular);
    require_refused(devices.open("random"), Rule::external_not_regular);
  }
}

BOOST_AUTO_TEST_CASE(what_may_not_be_read_is_unreadable) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "weights");
  temporary.write("closed/w.bin", "weights");
  std::filesystem::permissions(temporary.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(temporary / "w.bin", std::filesystem::perms::none);
  std::filesystem::permissions(temporary / "closed", std::filesystem::perms::none);
  // The superuser may read everything, so it tests as nobody.
  constexpr uid_t kNobody = 65534;
  const bool root = ::geteuid() == 0;
  BOOST_REQUIRE((!root || ::seteuid(kNobody) == 0));
  for (const bool walk : kWalk) {
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary.path()), walk);
    require_refused(folder.open("w.bin"), Rule::external_unreadable);
    require_refused(folder.open("closed/w.bin"), Rule::external_unreadable);
  }
  require_refused(ExternalFolder::at(temporary / "closed/sub").open("w"),
                  Rule::external_unreadable);
  BOOST_REQUIRE((!root || ::seteuid(0) == 0));
  std::filesystem::permissions(temporary / "closed", std::filesystem::perms::owner_all);
}

BOOST_AUTO_TEST_CASE(a_file_with_two_names_comes_with_a_fault_that_a_policy_may_pass) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "weights");
  std::filesystem::create_hard_link(temporary / "w.bin", temporary / "v.bin");
  for (const bool walk : kWalk) {
    const ExternalFolder folder = prepared(ExternalFolder::at(temporary.path()), walk);
    const OpenedFile opened = folder.open("v.bin");
    BOOST_TEST((fault_of(opened) == Rule::external_hard_link));
    BOOST_REQUIRE(opened.file.has_value());
    BOOST_TEST(content_of(*opened.file) == "weights");
  }
  std::filesystem::remove(temporary / "w.bin");
  require_content(ExternalFolder::at(temporary.path()).open("v.bin"), "weights");
}

BOOST_AUTO_TEST_CASE(an_empty_path_is_the_working_directory_and_is_held_as_a_descriptor) {
  const TemporaryFolder temporary;
  temporary.write("in/w.bin", "weights");
  temporary.write("in/sub/w.bin", "weights");
  temporary.link("sub", "in/link");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(temporary / "in");
  const ExternalFolder folder = ExternalFolder::at("");
  const ExternalFolder of_model = ExternalFolder::for_model("model.onnx");
  std::filesystem::current_path(before);
  std::filesystem::rename(temporary / "in", temporary / "moved");
  for (const ExternalFolder* one : {&folder, &of_model}) {
    require_content(one->open("w.bin"), "weights");
    require_refused(one->open("link/w.bin"), Rule::external_symlink);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_comes_from_a_descriptor_too) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "weights");
  std::optional<ExternalFolder> folder;
  {
    const external::Opening opening =
        external::open_path(temporary.path(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    BOOST_REQUIRE(opening.descriptor.is_open());
    folder = ExternalFolder::from_descriptor(opening.descriptor.get());
  }
  require_content(folder->open("w.bin"), "weights");
}

BOOST_AUTO_TEST_CASE(the_folder_of_a_model_is_where_its_path_says) {
  const TemporaryFolder temporary;
  temporary.write("in/w.bin", "weights");
  temporary.write("in/model.onnx", "model");
  require_content(ExternalFolder::for_model(temporary / "in/model.onnx").open("w.bin"), "weights");
  require_content(ExternalFolder::for_model(temporary / "in/absent.onnx").open("w.bin"), "weights");
  require_refused(ExternalFolder::for_model("/model.onnx").open("assay/no/such"),
                  Rule::external_missing_file);
}

BOOST_AUTO_TEST_CASE(a_cache_of_links_is_refused_by_default_and_followed_when_asked_for) {
  const TemporaryFolder cache;
  cache.write("blobs/aa", "model");
  cache.write("blobs/bb", "weights");
  cache.write("blobs/sub/cc", "deeper");
  cache.write("secret", "secret");
  cache.write("other/blobs/bb", "of another model");
  cache.link("../../blobs/aa", "snapshots/rev/model.onnx");
  cache.link("../../blobs/bb", "snapshots/rev/model.onnx_data");
  cache.link("../../../blobs/bb", "snapshots/rev/sub/model.onnx_data");
  cache.link(cache / "blobs/bb", "snapshots/rev/by-absolute-path");
  cache.link("../../other/../blobs/bb", "snapshots/rev/by-detour");
  cache.link("../../blobs/sub/cc", "snapshots/rev/deeper");
  cache.link("../../secret", "snapshots/rev/outside");
  cache.link("../../other/blobs/bb", "snapshots/rev/other");
  cache.link("../../blobs/..", "snapshots/rev/up");
  cache.link("../../blobs/", "snapshots/rev/the-folder");
  cache.link("../../blobs/link", "snapshots/rev/two-steps");
  cache.link("../secret", "blobs/link");
  cache.link("sub", "snapshots/rev/linked-parent");
  cache.link("../../blobs/gone", "snapshots/rev/gone");
  cache.write("snapshots/rev/plain", "plain");
  cache.write("blobs/two-names", "two names");
  std::filesystem::create_hard_link(cache / "blobs/two-names", cache / "third-name");
  cache.link("../../blobs/two-names", "snapshots/rev/hard");

  ExternalPolicy follow;
  follow.follow_model_symlinks = true;
  for (const bool walk : kWalk) {
    const ExternalFolder folder =
        prepared(ExternalFolder::for_model(cache / "snapshots/rev/model.onnx"), walk);

    const OpenedFile refused = folder.open("model.onnx_data");
    require_refused(refused, Rule::external_symlink);
    BOOST_TEST(refused.fault->message.find("--follow-model-symlinks") != std::string::npos);
    require_content(folder.open("plain"), "plain");

    require_content(folder.open("model.onnx_data", follow), "weights");
    require_content(folder.open("sub/model.onnx_data", follow), "weights");
    require_content(folder.open("by-absolute-path", follow), "weights");
    require_content(folder.open("by-detour", follow), "weights");
    require_content(folder.open("plain", follow), "plain");
    for (const char* location : {"deeper", "outside", "other", "up", "the-folder", "two-steps",
                                 "linked-parent/model.onnx_data"}) {
      BOOST_TEST_CONTEXT("location " << location) {
        require_refused(folder.open(location, follow), Rule::external_symlink);
      }
    }
    require_refused(folder.open("gone", follow), Rule::external_missing_file);
    BOOST_TEST((fault_of(folder.open("hard", follow)) == Rule::external_hard_link));

    // The switch does nothing for a model that is no link itself.
    const ExternalFolder plain =
        prepared(ExternalFolder::for_model(cache / "snapshots/rev/plain"), walk);
    require_refused(plain.open("model.onnx_data", follow), Rule::external_symlink);
    BOOST_TEST(plain.open("model.onnx_data", follow).fault->message.find("--follow") ==
               std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(names_in_messages_are_escaped) {
  const TemporaryFolder temporary;
  const OpenedFile opened = ExternalFolder::at(temporary.path()).open("a\x1b[2J\xe2\x80\xae");
  BOOST_REQUIRE(opened.fault.has_value());
  for (const char c : opened.fault->message) {
    BOOST_TEST((c >= ' ' && c <= '~'));
  }
}

BOOST_AUTO_TEST_SUITE_END()
