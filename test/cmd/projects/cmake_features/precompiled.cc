void PrecompiledPart() { std::lock_guard<std::mutex> lock(precompiled_mutex); }
