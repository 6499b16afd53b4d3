// The ways to keep what is used: all of this compiles. Its counterpart is misuse.cpp.
#include <string>
#include <vector>

#include "assay/model.hpp"
#include "assay/values.hpp"

namespace assay {

void use(Bytes bytes, const std::vector<std::byte>& owned, const std::string& text) {
  const Result<TensorFile> file = read_tensor(bytes);
  (void)file->tensor();
  (void)file.value().tensor();
  (void)(*file).tensor();
  const TensorFile moved = read_tensor(bytes).value();
  (void)moved.tensor();
  (void)read_tensor(owned);
  (void)read_tensor(bytes_of(text));
  (void)read_tensor(bytes).report();
  const Result<Model> model = Model::read(owned);
  (void)model->graph();
  (void)model->producer_name();
  (void)model->function("domain", "name");
  (void)model->metadata("key");
  // A view that does not outlive the expression, of an owner that does.
  (void)model->graph().nodes().size();
}

}  // namespace assay
