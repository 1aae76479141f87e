#!/bin/bash
# Creates the role and the database of the service, and the role and the slot of the replica. The image of PostgreSQL runs it
# once, in a new data directory.
set -euo pipefail

secret() { cat "/run/secrets/$1"; }

psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres \
  --set service_password="$(secret service-password)" \
  --set replication_password="$(secret replication-password)" <<'SQL'
CREATE ROLE company_data LOGIN PASSWORD :'service_password';
CREATE DATABASE company_data OWNER company_data;
REVOKE ALL ON DATABASE company_data FROM PUBLIC;
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'replication_password';
-- The primary keeps the log that the replica has not read yet.
SELECT pg_create_physical_replication_slot('replica');
SQL

# The image permits every role to connect to databases, which does not include replication.
echo 'host replication replication samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
