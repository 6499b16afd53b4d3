// The program in README.md does what it is there to show.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string>
#include <sys/wait.h>

#include "external/temporary_folder.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

struct Run {
  int status = -1;
  std::string text;  // of both streams
};

Run run_example(const std::string& file) {
  const std::string command = "'" ASSAY_EXAMPLE "' '" + file + "' 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  BOOST_TEST_REQUIRE(pipe != nullptr);
  Run run;
  for (int character = 0; (character = std::fgetc(pipe)) != EOF;) {
    run.text += static_cast<char>(character);
  }
  run.status = WEXITSTATUS(pclose(pipe));
  return run;
}

Message model_with(const Message& initializer) {
  return model_of(graph_of(identity()).set("initializer", initializer));
}

BOOST_AUTO_TEST_SUITE(readme)

BOOST_AUTO_TEST_CASE(the_program_prints_the_nodes_and_the_tensors_of_a_sound_model) {
  const TemporaryFolder folder;
  folder.write("m.onnx", model_with(int64_tensor({1, 2, 3}).set("name", "w")).text());
  const Run run = run_example(folder / "m.onnx");
  BOOST_TEST(run.text == "Identity\nw: 3 values\n");
  BOOST_TEST(run.status == 0);
}

BOOST_AUTO_TEST_CASE(the_program_says_what_is_wrong_with_a_faulty_model) {
  const TemporaryFolder folder;
  folder.write("m.onnx", model_with(tensor(ElementType::float32, {2}).set("name", "w")).text());
  const Run run = run_example(folder / "m.onnx");
  BOOST_TEST(run.text.find("tensor/no-data at byte ") == 0u);
  BOOST_TEST(run.text.find(", graph.initializer[0]: ") != std::string::npos);
  BOOST_TEST(run.status == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay::testing
