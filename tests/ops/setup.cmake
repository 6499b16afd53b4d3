# What the ConvInteger tests share, and the program that runs as many random cases as one likes.
find_package(Threads REQUIRED)
target_sources(test_ops PRIVATE ${_folder}/conv_case.cpp ${_folder}/random_conv.cpp)
target_link_libraries(test_ops PRIVATE Threads::Threads)

add_executable(conv_agreement ${_folder}/agreement_main.cpp ${_folder}/conv_case.cpp
  ${_folder}/random_conv.cpp)
target_include_directories(conv_agreement PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(conv_agreement PRIVATE assay::assay assay_flags Threads::Threads)
