// The TABLE of what is rewritten: std/POSIX/C name -> shim name, shim header.
//
// The matcher pass asks for a qualified name and gets a row or nothing; the
// launcher forces exactly the headers of the rows that a unit used. A second
// table lists what has no shim: its uses are reported, never silent.
//
// Leaf types only. lock_guard, unique_lock, scoped_lock, std::lock, durations,
// memory orders are generic over them and stay std, so that class template
// argument deduction and most signatures need no edit.
#ifndef DETSIM_REWRITER_SYMBOLS_H_
#define DETSIM_REWRITER_SYMBOLS_H_

#include <span>
#include <string_view>

namespace detsim::rewriter {

enum class SymbolKind {
  kType,       // a class, class template or typedef in namespace std
  kFunction,   // a function or function template in namespace std
  kCFunction,  // a function with C linkage, whatever namespace names it
  kMacro,      // a builtin of the compiler, or a macro of a system header that
               // expands to one; the replacement is a macro too
};

struct Symbol {
  // Qualified, without inline namespaces: "std::chrono::steady_clock", "time".
  std::string_view name;
  SymbolKind kind;
  // What the whole qualified name becomes. Without a leading "::", which would
  // glue to what stands before it (`Foo ::detsim`, `class X:mutex`).
  std::string_view replacement;
  // Relative to the shims' include directory.
  std::string_view header;
};

// Part of std or POSIX, matters to determinism, and has no shim yet.
struct UncontrolledSymbol {
  std::string_view name;
  SymbolKind kind;
  // Tag of the report line, such as "uncontrolled-semaphore".
  std::string_view id;
};

// Sorted by nothing in particular: by header, then as the standard lists them.
std::span<const Symbol> Symbols();
// The parts of Symbols() that are C's.
std::span<const Symbol> PosixSymbols();
std::span<const Symbol> BuiltinSymbols();
std::span<const UncontrolledSymbol> UncontrolledSymbols();

// The row of a qualified name, or null.
const Symbol* FindSymbol(std::string_view qualified_name);
const UncontrolledSymbol* FindUncontrolledSymbol(
    std::string_view qualified_name);

// Whether some row of either table ends in `::name` or is `name`: a cheap test
// before a qualified name is built.
bool IsSymbolLastName(std::string_view name);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_SYMBOLS_H_
