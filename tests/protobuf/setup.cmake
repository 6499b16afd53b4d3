# What libprotobuf makes of the same bytes. Nothing but these tests needs it.
find_package(Protobuf REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_library(ASSAY_ONNX_PROTO onnx_proto REQUIRED)
target_link_libraries(test_protobuf PRIVATE ${ASSAY_ONNX_PROTO} protobuf::libprotobuf OpenSSL::Crypto)
target_compile_definitions(test_protobuf PRIVATE ONNX_ML=1 ONNX_NAMESPACE=onnx)
