"""The rules that Bazel has built in, under the names of rules_cc."""

cc_binary = native.cc_binary
cc_flags_supplier = native.filegroup
cc_import = native.cc_import
cc_library = native.cc_library
cc_libc_top_alias = native.alias
cc_proto_library = native.filegroup
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
compiler_flag = native.filegroup
