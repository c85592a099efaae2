#!/usr/bin/env bash
# Starts a private Redis, a one-node Redis Cluster and PostgreSQL on free ports, runs "$@" with
# TEST_STORE_ADDR, TEST_CLUSTER_ADDR and TEST_DATABASE_URL set, and stops them again.
# STORES_CPU pins them to that core. STORES_FSYNC=off: PostgreSQL does not wait for the disk; tests kill
# processes, never the machine, and files that run beside each other share the disk.
# What is not installed is left out with a word about it; REQUIRE_STORES=1 makes that an error.
set -euo pipefail

dir=$(mktemp -d "${TMPDIR:-/tmp}/hawker-stores.XXXXXX")
chmod 755 "$dir"
pids=()
pinned=()
[ -z "${STORES_CPU:-}" ] || pinned=(taskset -c "$STORES_CPU")

stop() {
  for pid in ${pids[@]+"${pids[@]}"}; do kill "$pid" 2>/dev/null || true; done
  for pid in ${pids[@]+"${pids[@]}"}; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$dir"
}
trap stop EXIT

# Of ports that no outgoing connection gets: see src/kit/testing/free-port.ts.
free_port() {
  local port
  for (( ; ; )); do
    port=$((12000 + RANDOM % 20000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}

left_out() {
  if [ "${REQUIRE_STORES:-}" = 1 ]; then
    echo "with-stores: $1 is required and not installed" >&2
    exit 1
  fi
  echo "with-stores: $1 is not installed, its suites are left out" >&2
}

wait_for() { # what, command…
  local what=$1 i
  shift
  for ((i = 0; i < 100; i++)); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  echo "with-stores: $what does not answer" >&2
  exit 1
}

start_redis() { # port, further options…
  local port=$1
  shift
  mkdir -p "$dir/redis-$port"
  ${pinned[@]+"${pinned[@]}"} redis-server --port "$port" --bind 127.0.0.1 --save '' --appendonly yes --appendfsync everysec \
    --dir "$dir/redis-$port" "$@" >"$dir/redis-$port.log" 2>&1 &
  pids+=($!)
  wait_for "Redis on port $port" redis-cli -p "$port" ping
}

if command -v redis-server >/dev/null && command -v redis-cli >/dev/null; then
  port=$(free_port)
  start_redis "$port"
  export TEST_STORE_ADDR="redis://127.0.0.1:$port"
  port=$(free_port)
  start_redis "$port" --cluster-enabled yes --cluster-announce-ip 127.0.0.1 --cluster-port "$(free_port)"
  redis-cli -p "$port" cluster addslotsrange 0 16383 >/dev/null
  wait_for 'the Redis Cluster' sh -c "redis-cli -p $port cluster info | grep -q cluster_state:ok"
  export TEST_CLUSTER_ADDR="redis+cluster://127.0.0.1:$port"
else
  left_out redis-server
fi

# Debian keeps the server binaries out of the PATH.
for bin in /usr/lib/postgresql/*/bin; do PATH="$PATH:$bin"; done
if command -v initdb >/dev/null && command -v postgres >/dev/null; then
  port=$(free_port)
  as_owner=()
  # PostgreSQL refuses to run as root.
  if [ "$(id -u)" = 0 ]; then
    as_owner=(setpriv --reuid=postgres --regid=postgres --clear-groups)
    install -d -o postgres "$dir/pg"
  fi
  (
    cd "$dir"
    ${as_owner[@]+"${as_owner[@]}"} initdb --pgdata="$dir/pg" --username=hawker --auth=trust >"$dir/initdb.log"
  )
  (
    cd "$dir"
    exec ${pinned[@]+"${pinned[@]}"} ${as_owner[@]+"${as_owner[@]}"} postgres -D "$dir/pg" -p "$port" -c listen_addresses=127.0.0.1 \
      -c unix_socket_directories='' -c fsync="${STORES_FSYNC:-on}" -c full_page_writes="${STORES_FSYNC:-on}" >"$dir/postgres.log" 2>&1
  ) &
  pids+=($!)
  wait_for PostgreSQL pg_isready -h 127.0.0.1 -p "$port"
  export TEST_DATABASE_URL="postgres://hawker@127.0.0.1:$port/postgres"
else
  left_out postgres
fi

"$@"
