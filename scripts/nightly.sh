#!/usr/bin/env bash
# Plants every defect of scripts/mutants, for CI to call once a night. Exits non-zero when a defect
# survives, when a list cannot be run, and when MUTANTS_MINUTES (240) are over before its end.
set -euo pipefail
cd "$(dirname "$0")/.."
export MUTANTS_MINUTES=${MUTANTS_MINUTES:-240}
exec npm run mutants -- "$@"
