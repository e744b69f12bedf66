#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/reports/report_formats.h"

namespace detsim::cmd {
namespace {

struct Counts {
  int tests = 0, failures = 0, errors = 0, skipped = 0;
};

void SetCounts(const Counts& counts, pugi::xml_node* node) {
  node->append_attribute("tests") = counts.tests;
  node->append_attribute("failures") = counts.failures;
  node->append_attribute("errors") = counts.errors;
  node->append_attribute("skipped") = counts.skipped;
}

void AddText(const char* element, const std::string& type,
             const std::string& message, const std::string& text,
             pugi::xml_node* parent) {
  pugi::xml_node node = parent->append_child(element);
  node.append_attribute("type") = type.c_str();
  node.append_attribute("message") = PrintableText(message).c_str();
  node.text() = PrintableText(text).c_str();
}

// "Suite" and "Test" of GoogleTest; the program for what has no suite.
void SetName(const TestReport& test, pugi::xml_node* node) {
  const std::string& name = test.test.name;
  const size_t dot = name.find('.');
  const bool has_suite = dot != std::string::npos;
  node->append_attribute("classname") =
      (has_suite ? name.substr(0, dot) : test.test.program).c_str();
  node->append_attribute("name") =
      (has_suite ? name.substr(dot + 1) : name).c_str();
}

bool HasNewFailure(const TestReport& test) {
  return std::any_of(test.failures.begin(), test.failures.end(),
                     [](const auto& failure) { return !failure.accepted; });
}

void AddCase(const TestReport& test, pugi::xml_node* suite, Counts* counts) {
  pugi::xml_node node = suite->append_child("testcase");
  SetName(test, &node);
  ++counts->tests;
  const std::string doubt = DoubtOf(test);
  if (!doubt.empty()) {
    ++counts->errors;
    AddText("error", std::string(TestStatusName(test.status)), doubt, doubt,
            &node);
  } else if (HasNewFailure(test)) {
    ++counts->failures;
  } else if (!test.failures.empty()) {
    ++counts->skipped;
    node.append_child("skipped").append_attribute("message") =
        "fails as its baseline says";
  } else if (test.status == TestStatus::kSkipped) {
    ++counts->skipped;
    node.append_child("skipped");
  }
  for (const FailureReport& failure : test.failures) {
    if (failure.accepted) continue;
    AddText("failure", std::string(KindWord(failure)),
            absl::StrCat(FailureTitle(test, failure), " at ",
                         failure.text.location),
            FailureStory(test, failure), &node);
  }
  node.append_child("system-out").text() =
      absl::StrCat(test.runs, " runs, ", test.failing_runs, " failed, ",
                   test.distinct, " different schedules")
          .c_str();
}

}  // namespace

std::string JunitReport(const SweepReport& report) {
  std::map<std::string, std::vector<const TestReport*>> programs;
  for (const TestReport& test : report.tests)
    programs[test.test.program].push_back(&test);
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  root.append_attribute("name") = "detsim";
  root.append_attribute("time") = report.seconds;
  Counts total;
  for (const auto& [program, tests] : programs) {
    pugi::xml_node suite = root.append_child("testsuite");
    suite.append_attribute("name") = program.c_str();
    Counts counts;
    for (const TestReport* test : tests) AddCase(*test, &suite, &counts);
    SetCounts(counts, &suite);
    total.tests += counts.tests;
    total.failures += counts.failures;
    total.errors += counts.errors;
    total.skipped += counts.skipped;
  }
  SetCounts(total, &root);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace detsim::cmd
