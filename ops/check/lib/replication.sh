#!/bin/bash
# Makes a primary and a replica with the scripts of compose.yaml, and compares them. Usage, as root in namespaces of its own:
# replication.sh SCRIPTS PROGRAMS FOLDER PRIMARY_PORT REPLICA_PORT
set -euo pipefail
scripts=$1 programs=$2 folder=$3
export PRIMARY_HOST=127.0.0.1 PRIMARY_PORT=$4
replica_port=$5

if [ "$(id -u)" = 0 ]; then
  # The places that containers have.
  mount -t tmpfs tmpfs /run
  mkdir /run/secrets
  mkdir --mode=1777 /run/postgresql
  for name in postgres service replication; do echo "password-of-$name" > "/run/secrets/$name-password"; done
  exec setpriv --reuid=postgres --regid=postgres --clear-groups bash "$0" "$@"
fi

export PATH="$programs:$PATH"
on_primary() { PGDATA="$folder/primary" PGPORT="$PRIMARY_PORT" "$@"; }
on_replica() { PGDATA="$folder/replica/data" PGPORT="$replica_port" "$@"; }
query() { psql --no-psqlrc --no-align --tuples-only --set ON_ERROR_STOP=1 "$@"; }
service() { query "postgresql://company_data:password-of-service@127.0.0.1:$1/company_data" --command "$2"; }

# The image of PostgreSQL makes the database, and runs the scripts of docker-entrypoint-initdb.d on a server without network.
on_primary initdb --username postgres --encoding UTF8 --locale C --auth-local trust --auth-host scram-sha-256 > /dev/null
on_primary pg_ctl --wait --silent --log "$folder/primary.log" start -o '-c listen_addresses='
on_primary bash "$scripts/create-roles.sh" > /dev/null
on_primary pg_ctl --wait --silent stop
on_primary pg_ctl --wait --silent --log "$folder/primary.log" start -o '-c max_slot_wal_keep_size=4GB'

start_replica() {
  on_replica bash "$scripts/start-replica.sh" > "$folder/replica.log" 2>&1 &
  for _ in $(seq 100); do
    if pg_isready --quiet --host 127.0.0.1 --port "$replica_port"; then return; fi
    sleep 0.2
  done
  cat "$folder/replica.log" >&2
  return 1
}

expect_on_replica() {
  for _ in $(seq 100); do
    if [ "$(service "$replica_port" "$1" 2> /dev/null)" = "$2" ]; then return; fi
    sleep 0.1
  done
  echo "the replica does not answer $2 to: $1" >&2
  return 1
}

start_replica
# The role of the service can do what migrations do.
service "$PRIMARY_PORT" 'CREATE EXTENSION pg_trgm' > /dev/null
service "$PRIMARY_PORT" 'CREATE TABLE probe AS SELECT 1 AS value' > /dev/null
expect_on_replica 'SELECT value, pg_is_in_recovery() FROM probe' '1|t'

# A container that starts again keeps its copy.
on_replica pg_ctl --wait --silent stop
start_replica
service "$PRIMARY_PORT" 'UPDATE probe SET value = 2' > /dev/null
expect_on_replica 'SELECT value FROM probe' 2

grep --quiet passfile "$folder/replica/data/postgresql.auto.conf"
if grep --quiet password-of "$folder/replica/data/postgresql.auto.conf"; then
  echo 'the replica stores the password' >&2
  exit 1
fi
on_replica pg_ctl --wait --silent stop
on_primary pg_ctl --wait --silent stop
