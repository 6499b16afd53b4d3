// Uses of what is already gone. check.cmake has this compiled, and wants an error in each line that
// says so, and in no other.
#include <utility>
#include <vector>

#include "assay/model.hpp"
#include "assay/values.hpp"

namespace assay {

void misuse(Bytes bytes, Result<Model> model) {
  (void)read_tensor(bytes)->tensor();                        // gone
  (void)read_tensor(bytes).value().tensor();                 // gone
  (void)(*read_tensor(bytes)).tensor();                      // gone
  (void)read_sparse_tensor(bytes).value().tensor();          // gone
  (void)read_sequence(bytes).value().sequence();             // gone
  (void)read_optional(bytes).value().optional();             // gone
  (void)read_map(bytes).value().map();                       // gone
  (void)Model::open("m.onnx").value().graph();               // gone
  (void)Model::read(bytes).value().producer_name();          // gone
  (void)Model::read(bytes).value().producer_version();       // gone
  (void)Model::read(bytes).value().domain();                 // gone
  (void)Model::read(bytes).value().doc_string();             // gone
  (void)Model::read(bytes).value().opset_imports();          // gone
  (void)Model::read(bytes).value().functions();              // gone
  (void)Model::read(bytes).value().training_info();          // gone
  (void)Model::read(bytes).value().configurations();         // gone
  (void)Model::read(bytes).value().metadata();               // gone
  (void)Model::read(bytes).value().metadata("key");          // gone
  (void)Model::read(bytes).value().function("domain", "f");  // gone
  (void)std::move(model).value().graph();                    // gone
  (void)read_tensor(std::vector<std::byte>(8));              // gone
  (void)read_sparse_tensor(std::vector<std::byte>(8));       // gone
  (void)read_sequence(std::vector<std::byte>(8));            // gone
  (void)read_optional(std::vector<std::byte>(8));            // gone
  (void)read_map(std::vector<std::byte>(8));                 // gone
  (void)Model::read(std::vector<std::byte>(8));              // gone
}

}  // namespace assay
