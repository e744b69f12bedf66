# The commands of daily life. `make demo` and `make test` do all the set-up.
#
#   make build   install what is missing, configure, build; tools in build/bin/
#   make demo    build the tools; find, replay and explain the bug of
#                examples/workerpool
#   make test    build everything and run the whole test suite
#   make bench   measure what docs/benchmarks.md records
#   make format  reformat the sources
#   make tidy    run clang-tidy over the sources
#   make clean   remove what was built

.PHONY: build demo test bench format tidy clean packages configure

# `make test PRESET=ci` turns warnings into errors.
PRESET ?= dev

build: configure
	cmake --build --preset $(PRESET)

demo: configure
	@cmake --build --preset $(PRESET) --target tools
	@scripts/demo.sh

test: build
	ctest --preset $(PRESET)

bench: configure
	cmake --build --preset $(PRESET) --target bench

format:
	scripts/format.sh --fix

tidy: build
	scripts/tidy.sh

clean:
	rm -rf build examples/*/.detsim

packages:
	@scripts/install_packages.sh

# Ninja configures again by itself when a CMake file changes; doing it here
# each time would cost the second `make demo` a second.
configure: packages
	@test "$$(cat build/preset 2>/dev/null)" = $(PRESET) || \
	  { cmake --preset $(PRESET) && echo $(PRESET) >build/preset; }
