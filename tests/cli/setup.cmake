target_link_libraries(test_cli PRIVATE assay_cli assay_conformance)
target_compile_definitions(test_cli PRIVATE ASSAY_COMMAND="$<TARGET_FILE:assay_command>")
add_dependencies(test_cli assay_command)
