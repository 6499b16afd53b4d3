// Writes one of the reader's inputs to a file: write_input NAME SCALE FILE; without arguments,
// lists the names. `tensor_1gib` is one more: a TensorProto with a gibibyte of FLOAT raw_data.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "reader_inputs.hpp"
#include "schema/onnx.hpp"
#include "wire/writer.hpp"

namespace {

using assay::schema::MessageId;
using assay::schema::number_of;

std::string tensor_1gib(double scale) {
  const auto elements = static_cast<std::uint64_t>(268'435'456 * scale);
  std::string out;
  assay::wire::append_field(out, number_of(MessageId::tensor, "dims"), elements);
  assay::wire::append_field(out, number_of(MessageId::tensor, "data_type"), 1u);
  assay::wire::append_tag(out, number_of(MessageId::tensor, "raw_data"),
                          assay::wire::WireType::length_delimited);
  assay::wire::append_varint(out, elements * 4);
  out.resize(out.size() + elements * 4, '\x3c');
  return out;
}

int write(const std::string& bytes, const char* path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "wb"), &std::fclose);
  if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) {
    std::perror(path);
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    for (const assay::bench::Input& input : assay::bench::reader_inputs()) {
      std::printf("%-20s %s\n", std::string(input.name).c_str(),
                  std::string(input.stresses).c_str());
    }
    std::printf("%-20s %s\n", "tensor_1gib", "payload that needs no look, in a bare tensor");
    return argc == 1 ? 0 : 2;
  }
  const std::string name = argv[1];
  const double scale = std::atof(argv[2]);
  if (name == "tensor_1gib") {
    return write(tensor_1gib(scale), argv[3]);
  }
  for (const assay::bench::Input& input : assay::bench::reader_inputs()) {
    if (input.name == name) {
      return write(input.make(scale), argv[3]);
    }
  }
  std::fprintf(stderr, "write_input: there is no input '%s'\n", argv[1]);
  return 2;
}
