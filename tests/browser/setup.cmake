# The explorer: built by `./dev explorer --build`, skipped, with the reason, where it is not.
find_program(NODE_PROGRAM NAMES node nodejs)
if(NODE_PROGRAM AND NOT ASSAY_SANITIZE) # the page is the same whatever tree it is tested from
  set(_here ${CMAKE_CURRENT_LIST_DIR})
  add_test(NAME explorer.page COMMAND ${NODE_PROGRAM} ${_here}/explorer_page.mjs)
  add_test(NAME explorer.seeds COMMAND ${NODE_PROGRAM} ${_here}/explorer_seeds.mjs)
  add_test(NAME explorer.unit COMMAND ${NODE_PROGRAM} ${_here}/explorer_unit.mjs)
  set_tests_properties(explorer.page explorer.seeds explorer.unit PROPERTIES SKIP_RETURN_CODE 77)
  if(TARGET assay_command)
    add_test(NAME explorer.findings COMMAND ${NODE_PROGRAM} ${_here}/explorer_findings.mjs
      $<TARGET_FILE:assay_command> ${PROJECT_SOURCE_DIR}/conformance/suites)
    set_tests_properties(explorer.findings PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endif()
