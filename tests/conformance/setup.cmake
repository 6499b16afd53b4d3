target_link_libraries(test_conformance PRIVATE assay_conformance)

find_package(Python3 3.9 COMPONENTS Interpreter)
if(Python3_FOUND)
  set(_tools ${PROJECT_SOURCE_DIR}/conformance/tools)
  foreach(_sort reader op)
    add_test(NAME conformance.generated.${_sort}
      COMMAND ${Python3_EXECUTABLE} -B ${_tools}/generate_${_sort}_suites.py --check)
  endforeach()
endif()
if(ASSAY_BUILD_CLI AND EXISTS ${PROJECT_SOURCE_DIR}/cli/CMakeLists.txt)
  add_test(NAME conformance.suites
    COMMAND assay_command conform ${PROJECT_SOURCE_DIR}/conformance/suites
            --expected ${PROJECT_SOURCE_DIR}/conformance/expected)
  if(Python3_FOUND)
    add_test(NAME conformance.encoders
      COMMAND ${Python3_EXECUTABLE} -B ${_tools}/compare_export.py $<TARGET_FILE:assay_command>)
  endif()
  if(EXISTS /usr/share/libonnx-testdata/data)
    add_test(NAME conformance.backend
      COMMAND assay_command conform /usr/share/libonnx-testdata/data)
  endif()
endif()
