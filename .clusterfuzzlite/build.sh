#!/bin/bash -eu
# A program and a corpus for each target of tests/fuzz.
pip3 install --require-hashes -r requirements-dev.lock
pip3 install --no-deps --no-build-isolation .
for target in $(python3 -m tests.fuzz --list)
do
  program="fuzz_${target//-/_}"
  printf 'from tests.fuzz.__main__ import fuzz\n\nfuzz("%s")\n' "$target" > "$program.py"
  compile_python_fuzzer "$program.py" --paths "$PWD" --collect-all daybook --hidden-import tests.fuzz.targets
  mkdir -p "build/corpus/$target"
  python3 -m tests.fuzz "$target" --seeds "build/corpus/$target"
  zip -qj "$OUT/${program}_seed_corpus.zip" "build/corpus/$target"/*
  cp "build/corpus/$target.dict" "$OUT/$program.dict"
done
