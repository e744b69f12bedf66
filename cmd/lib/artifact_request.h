// The part of a stored failure that a worker is asked for (artifact.h): the
// request and its choices, as JSON. Reading throws Json::exception for what is
// missing or of another type.
#ifndef DETSIM_CMD_LIB_ARTIFACT_REQUEST_H_
#define DETSIM_CMD_LIB_ARTIFACT_REQUEST_H_

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "runtime/trace/run_result.h"

namespace detsim::cmd {

// `paths` names the threads.
nlohmann::ordered_json EncodeChoice(
    const runtime::Choice& choice,
    const std::map<runtime::ThreadKey, std::string>& paths);
// None if it is not one.
std::optional<runtime::Choice> DecodeChoice(const nlohmann::ordered_json& row);

// Without the choices of a replay.
nlohmann::ordered_json EncodeRequest(const runtime::RunRequest& request);
void DecodeRequest(const nlohmann::ordered_json& json,
                   runtime::RunRequest* request);

// What a worker could make nothing of, in words; empty if there is nothing.
std::string ProblemOf(const runtime::RunRequest& request);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_ARTIFACT_REQUEST_H_
