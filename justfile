# Short names for the steps of `.ci/run`. `just` alone lists them.

default:
    @just --list

# Play.
play *ARGS:
    cargo run --release -- {{ARGS}}

# The tests, as the README says.
test:
    .ci/run tests

# Tests that are too long without optimisation.
long:
    .ci/run long

# Draw the pictures of the documentation anew.
pictures:
    BLESS=1 cargo test --test tui shown

# Write the pages anew that the program writes, and build the book.
book:
    BLESS=1 cargo test --test tui book
    .ci/run book

# Formatting and lints.
lint:
    .ci/run format lints

# The documentation, without warnings.
docs:
    .ci/run docs

# Licences, sources and advisories of what we depend on.
deny:
    .ci/run tools licences advisories

# Ten seconds of every fuzzer.
fuzz:
    .ci/run tools fuzz

# Every benchmark once.
bench:
    .ci/run bench

# What a release holds.
release *ARGS:
    .ci/release {{ARGS}}

# Everything that is checked, as on a clean machine.
ci:
    .ci/run
