#include "rewriter/precompiled.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/Version.h"
#include "clang/Serialization/ASTReader.h"
#include "clang/Serialization/PCHContainerOperations.h"

namespace detsim::rewriter {

std::string PrecompiledSource(const std::string& path) {
  clang::FileManager files{clang::FileSystemOptions()};
  clang::IgnoringDiagConsumer silent;
#if CLANG_VERSION_MAJOR >= 21
  clang::DiagnosticOptions options;
  clang::DiagnosticsEngine diagnostics(clang::DiagnosticIDs::create(), options,
                                       &silent, /*ShouldOwnClient=*/false);
#else
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs(),
                                       new clang::DiagnosticOptions(), &silent,
                                       /*ShouldOwnClient=*/false);
#endif
  const clang::RawPCHContainerReader reader;
  return clang::ASTReader::getOriginalSourceFile(path, files, reader,
                                                 diagnostics);
}

}  // namespace detsim::rewriter
