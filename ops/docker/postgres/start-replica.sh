#!/bin/bash
# Copies the database of the primary at the first start. Then runs PostgreSQL as its replica.
set -euo pipefail

port="${PRIMARY_PORT:-5432}"
password_file=/run/postgresql/replication.pgpass
(umask 077 && echo "$PRIMARY_HOST:$port:*:replication:$(cat /run/secrets/replication-password)" > "$password_file")

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that broke off must not look like a database, so it gets its name when it is complete.
  unfinished="$PGDATA.unfinished"
  rm -rf "$unfinished"
  mkdir -p "$(dirname "$PGDATA")"
  # --write-recovery-conf stores the connection, with the path of the password file in place of the password.
  pg_basebackup --dbname "host=$PRIMARY_HOST port=$port user=replication passfile=$password_file" \
    --pgdata "$unfinished" --wal-method stream --slot replica --checkpoint fast --write-recovery-conf
  mv "$unfinished" "$PGDATA"
fi

exec postgres
