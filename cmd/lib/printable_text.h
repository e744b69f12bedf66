// Words of the program under test on their way to a terminal: a message may
// hold anything.
#ifndef DETSIM_CMD_LIB_PRINTABLE_TEXT_H_
#define DETSIM_CMD_LIB_PRINTABLE_TEXT_H_

#include <string>
#include <string_view>

namespace detsim::cmd {

// `text` with control characters (all but tabs and line ends) and bytes that
// are not UTF-8 written as \x1b.
std::string PrintableText(std::string_view text);

// `text` with blanks for the ends of its lines.
std::string OneLine(std::string text);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PRINTABLE_TEXT_H_
