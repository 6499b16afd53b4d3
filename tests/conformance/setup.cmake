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
  # The page of a run, opened in a browser; skipped, with the reason, where there is none.
  find_program(NODE_PROGRAM NAMES node nodejs)
  if(NODE_PROGRAM)
    add_test(NAME conformance.page.written
      COMMAND assay_command conform ${PROJECT_SOURCE_DIR}/conformance/suites
              --expected ${PROJECT_SOURCE_DIR}/conformance/expected --html ${CMAKE_CURRENT_BINARY_DIR}/report.html)
    add_test(NAME conformance.page.opened
      COMMAND ${NODE_PROGRAM} ${PROJECT_SOURCE_DIR}/tests/browser/report_page.mjs
              ${CMAKE_CURRENT_BINARY_DIR}/report.html)
    set_tests_properties(conformance.page.written PROPERTIES FIXTURES_SETUP report_page)
    set_tests_properties(conformance.page.opened PROPERTIES FIXTURES_REQUIRED report_page
      SKIP_RETURN_CODE 77)
  endif()
  if(EXISTS /usr/share/libonnx-testdata/data)
    add_test(NAME conformance.backend
      COMMAND assay_command conform /usr/share/libonnx-testdata/data)
  endif()
endif()
