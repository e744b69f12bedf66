#include "cmd/lib/object_names.h"

#include <cctype>

namespace detsim::cmd {
namespace {

bool IsNameChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// A number is none.
bool StartsName(std::string_view text) {
  return !text.empty() && IsNameChar(text[0]) &&
         std::isdigit(static_cast<unsigned char>(text[0])) == 0;
}

bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// A cursor over one line, forward. What it does not understand ends in an empty
// name rather than in a wrong one.
class Scanner {
 public:
  Scanner(std::string_view line, size_t at) : line_(line), at_(at) {}

  char Char() const { return at_ < line_.size() ? line_[at_] : '\0'; }

  void Skip(std::string_view chars) {
    while (Char() != '\0' &&
           (IsSpace(Char()) || chars.find(Char()) != std::string_view::npos))
      ++at_;
  }

  // The last name of "a.b->c[i].d"; empty if it is that of a call.
  std::string Chain() {
    while (true) {
      Skip("");
      std::string name = Name();
      if (!StartsName(name)) return "";
      SkipTemplateArguments();
      Skip("");
      while (Char() == '[') SkipBrackets();
      bool calls = Char() == '(';
      Scanner after = *this;
      if (calls) after.SkipBrackets();
      if (!after.SkipAccess()) return calls || name == "this" ? "" : name;
      *this = after;
    }
  }

  // Past "std::call_once<void>": its last name.
  std::string Callee() {
    while (true) {
      std::string name = Name();
      SkipTemplateArguments();
      if (name.empty() || !line_.substr(at_).starts_with("::")) return name;
      at_ += 2;
    }
  }

  // What a call whose arguments begin here gets as its first one. With `alone`
  // there may be no other.
  std::string Argument(bool alone) {
    Skip("");
    if (Char() != '(' && Char() != '{') return "";
    ++at_;
    Skip("&*");
    std::string name = Chain();
    Skip("");
    bool last = Char() == ')' || Char() == '}';
    return last || (Char() == ',' && !alone) ? name : "";
  }

 private:
  std::string Name() {
    size_t begin = at_;
    while (IsNameChar(Char())) ++at_;
    return std::string(line_.substr(begin, at_ - begin));
  }

  // Past a bracket and what it encloses; to the end if nothing closes it.
  void SkipBrackets() {
    constexpr std::string_view kOpening = "([{";
    constexpr std::string_view kClosing = ")]}";
    int depth = 0;
    for (; Char() != '\0'; ++at_) {
      if (kOpening.find(Char()) != std::string_view::npos) ++depth;
      if (kClosing.find(Char()) != std::string_view::npos && --depth == 0) {
        ++at_;
        return;
      }
    }
  }

  // Past "<...>", unless it is a comparison.
  void SkipTemplateArguments() {
    constexpr std::string_view kInside = "<>:,*&";
    Scanner scan = *this;
    int depth = 0;
    do {
      char c = scan.Char();
      if (!IsNameChar(c) && !IsSpace(c) &&
          kInside.find(c) == std::string_view::npos)
        return;
      if (c == '<') ++depth;
      if (c == '>') --depth;
      if (depth == 0 && c != '>') return;
      ++scan.at_;
    } while (depth > 0);
    *this = scan;
  }

  bool SkipAccess() {
    Skip("");
    for (std::string_view access : {"->", "::", "."}) {
      if (!line_.substr(at_).starts_with(access)) continue;
      at_ += access.size();
      return true;
    }
    return false;
  }

  std::string_view line_;
  size_t at_;
};

// The name that ends before `end`: "closed_" of "q->closed_", "slots" of
// "slots[i]". A call has none.
std::string NameBefore(std::string_view line, size_t end) {
  while (end > 0 && IsSpace(line[end - 1])) --end;
  for (int depth = 0; end > 0 && (depth > 0 || line[end - 1] == ']');) {
    --end;
    if (line[end] == ']') ++depth;
    if (line[end] == '[') --depth;
  }
  size_t begin = end;
  while (begin > 0 && IsNameChar(line[begin - 1])) --begin;
  std::string name(line.substr(begin, end - begin));
  return StartsName(name) && name != "this" ? name : "";
}

// The first argument of what is called or made at `at`.
std::string ArgumentAt(std::string_view line, size_t at) {
  Scanner scanner(line, at);
  std::string callee = scanner.Callee();
  // Several mutexes at once: which of them it is cannot be told.
  bool alone = line.find("scoped_lock") != std::string_view::npos ||
               callee == "lock" || callee == "try_lock";
  return scanner.Argument(alone);
}

// The object of a member function or an operator at `at`.
std::string OperandAt(std::string_view line, size_t at) {
  std::string_view before = line.substr(0, at);
  while (!before.empty() && IsSpace(before.back())) before.remove_suffix(1);
  for (std::string_view access : {".", "->"}) {
    if (before.ends_with(access))
      return NameBefore(line, before.size() - access.size());
  }
  std::string_view rest = line.substr(at);
  if (rest.starts_with("++") || rest.starts_with("--"))
    return Scanner(line, at + 2).Chain();
  return IsNameChar(rest[0]) ? Scanner(line, at).Chain() : NameBefore(line, at);
}

}  // namespace

std::string ObjectNameAt(std::string_view line, uint32_t column,
                         OperationCaller caller) {
  if (column == 0 || column > line.size()) return "";
  size_t at = column - 1;
  if (caller == OperationCaller::kMember) {
    std::string name = OperandAt(line, at);
    if (!name.empty()) return name;
  }
  return ArgumentAt(line, at);
}

bool IsOfDetsim(std::string_view function) {
  // Some operators have brackets in their names, others a space.
  function = function.substr(0, function.find("::operator"));
  constexpr std::string_view kUnnamed = "(anonymous namespace)";
  bool of_detsim = false;
  bool begins = true;
  int depth = 0;
  for (size_t i = 0; i < function.size(); ++i) {
    std::string_view rest = function.substr(i);
    if (rest.starts_with(kUnnamed)) {
      if (begins && depth == 0) of_detsim = begins = false;
      i += kUnnamed.size() - 1;
      continue;
    }
    // The last word outside of brackets is the name.
    if (begins && depth == 0) of_detsim = rest.starts_with("detsim::");
    begins = rest[0] == ' ';
    if (rest[0] == '<') ++depth;
    if (rest[0] == '>') --depth;
    if (depth == 0 && rest[0] == '(') break;
  }
  return of_detsim;
}

}  // namespace detsim::cmd
