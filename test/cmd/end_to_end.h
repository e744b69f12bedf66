// What the end-to-end tests share: they run the commands as a user would, on
// real projects. Those live in the build tree, so that a second run only does
// what is new.
#ifndef DETSIM_TEST_CMD_END_TO_END_H_
#define DETSIM_TEST_CMD_END_TO_END_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cmd/lib/subprocess.h"

namespace detsim::cmd {

// Where projects are made.
std::string WorkFolder();

// arguments[0] is a command's name, without its folder.
CommandResult RunTool(std::vector<std::string> arguments);

// A copy of a folder of our sources. Untouched files keep their times: nothing
// is built twice.
std::string CopyProject(const std::string& from, const std::string& name);

// test/cmd/projects/failures and examples/workerpool.
std::string FailuresProject();
std::string PoolProject();

// A list file that builds main.cc with GoogleTest as "app".
extern const char kGtestList[];

// A project of one list file (its first two lines are added) and main.cc.
std::string SmallProject(const std::string& name, const std::string& list,
                         const std::string& source);

// The report of the last sweep.
nlohmann::json Report(const std::string& project);

// The report's part of one test, after a sweep over it alone.
nlohmann::json SweepOne(const std::string& project, const std::string& test,
                        std::vector<std::string> flags, int exit_code);

// `failure` is from a report: with an "artifact".
CommandResult Replay(const std::string& project, const nlohmann::json& failure);

}  // namespace detsim::cmd

#endif  // DETSIM_TEST_CMD_END_TO_END_H_
