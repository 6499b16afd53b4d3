# What libprotobuf makes of the same bytes, and the hashes of libcrypto.
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
target_sources(test_protobuf PRIVATE ${_folder}/dynamic_schema.cpp ${_folder}/reference_digest.cpp)
target_link_libraries(test_protobuf PRIVATE assay_test_protobuf OpenSSL::Crypto)
