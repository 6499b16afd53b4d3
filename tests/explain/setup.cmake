# The cases of the rules: wherever a rule finds something, an explanation must have a place for it.
file(GLOB _cases CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/rules/*_cases.cpp)
target_sources(test_explain PRIVATE ${_cases})
