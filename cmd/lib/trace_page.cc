#include "cmd/lib/trace_page.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/trace_align.h"
#include "cmd/lib/trace_export.h"
#include "cmd/lib/trace_links.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using Json = nlohmann::ordered_json;
using runtime::Trace;

namespace {

constexpr uint32_t kExcerptLines = 4;  // Above and below a line.
constexpr size_t kLineMax = 200;       // Of a source line, in bytes.

// The lines around every place of `trace`: {file: {line: text}}.
void AddSources(const Trace& trace, SourceLines* sources, Json* out) {
  for (const runtime::TraceLocation& place : trace.locations) {
    const std::vector<std::string>& lines = sources->Lines(place.file);
    if (place.line == 0 || place.line > lines.size()) continue;
    Json& file = (*out)[place.file];
    uint32_t first =
        place.line > kExcerptLines ? place.line - kExcerptLines : 1;
    auto last = std::min<size_t>(lines.size(), place.line + kExcerptLines);
    for (size_t line = first; line <= last; ++line)
      file[std::to_string(line)] = lines[line - 1].substr(0, kLineMax);
  }
}

Json RunJson(const Trace& trace, const char* id, const char* title,
             const std::vector<size_t>* twins) {
  Json json = TraceJson(trace);
  json["id"] = id;
  json["title"] = title;
  json["headline"] = VerdictLine(trace);
  if (twins != nullptr) {
    Json steps = Json::array();
    for (size_t twin : *twins) steps.push_back(twin == kNoEvent ? 0 : twin + 1);
    json["twins"] = std::move(steps);
  }
  return json;
}

// In a script element nothing may look like its end.
std::string ForScript(const Json& json) {
  return absl::StrReplaceAll(JsonText(json), {{"<", "\\u003c"}});
}

std::string ForHtml(const std::string& text) {
  return absl::StrReplaceAll(text,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}});
}

// Puts each part where the template names it. Parts are not looked at: they
// may hold what looks like a name.
std::string Fill(
    std::string_view page,
    const std::vector<std::pair<std::string, std::string>>& parts) {
  std::string out;
  while (!page.empty()) {
    size_t first = page.size();
    const std::pair<std::string, std::string>* next = nullptr;
    for (const auto& part : parts) {
      size_t at = page.find(part.first);
      if (at < first) {
        first = at;
        next = &part;
      }
    }
    out += page.substr(0, first);
    if (next == nullptr) break;
    out += next->second;
    page.remove_prefix(first + next->first.size());
  }
  return out;
}

}  // namespace

std::string TracePage(const PageInput& input, SourceLines* sources) {
  Json runs = Json::array();
  Json excerpts = Json::object();
  TraceAlignment alignment;
  bool both = input.found != nullptr && input.minimized != nullptr;
  if (both) alignment = AlignTraces(*input.found, *input.minimized);
  if (input.found != nullptr) {
    AddSources(*input.found, sources, &excerpts);
    runs.push_back(RunJson(*input.found, "found", "As found",
                           both ? &alignment.to_b : nullptr));
  }
  if (input.minimized != nullptr) {
    AddSources(*input.minimized, sources, &excerpts);
    runs.push_back(RunJson(*input.minimized, "minimized", "Minimized",
                           both ? &alignment.to_a : nullptr));
  }
  Json data = {{"start", both && input.starts_at_minimized ? 1 : 0},
               {"runs", std::move(runs)},
               {"sources", std::move(excerpts)}};
  const Trace& trace =
      input.minimized != nullptr ? *input.minimized : *input.found;
  return Fill(kPageHtml,
              {{"{{title}}",
                ForHtml(absl::StrCat(trace.test, ": ", VerdictLine(trace)))},
               {"{{style}}", std::string(kPageCss)},
               {"{{script}}", std::string(kPageScript)},
               {"{{data}}", ForScript(data)}});
}

}  // namespace detsim::cmd
