#!/bin/bash
# Tries the unit out. It runs as a unit of the container that checks/unit.mjs starts; the last line of the report is "all done".
exec > /root/report 2>&1
set -eE
trap 'echo "line $LINENO failed"; journalctl --no-pager --lines 20 --unit company-data; poweroff' ERR
# shellcheck source=/dev/null
. /etc/company-data/environment

answers() {
  node --eval "fetch('http://127.0.0.1:$PORT$1').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
}
await() {
  for _ in $(seq 90); do
    if answers /readyz; then return; fi
    sleep 0.5
  done
  return 1
}
property() { systemctl show company-data --property "$1" --value; }
stop() {
  systemctl stop company-data
  [ "$(property Result)" = success ]
}

systemctl start company-data
await
[ "$(stat --format %U "/proc/$(property MainPID)")" = company-data ]
# The URL of the database is nowhere that other users can read.
if property Environment | grep --quiet postgresql; then false; fi
company-data org create --name 'Acme Sales' --credits 500
company-data backup --out - | gzip --test

kill -KILL "$(property MainPID)"
sleep 3
await
[ "$(property NRestarts)" = 1 ]
stop

# With the embedded PostgreSQL, as ops/README.md says.
rm /etc/company-data/database-url
mkdir /etc/systemd/system/company-data.service.d
printf '[Service]\nLoadCredential=\nEnvironment=DATABASE_URL_FILE=\n' \
  > /etc/systemd/system/company-data.service.d/override.conf
systemctl daemon-reload
systemctl start company-data
await
company-data org create --name 'Acme Sales' --credits 500
postmaster() { head --lines 1 /var/lib/company-data/postgres/data/postmaster.pid; }
slow_import() {
  (sleep 12; echo '{"name": "Acme", "primary_domain": "acme.example"}') | company-data import --kind companies -
}
# A command goes on while the service stops, and its PostgreSQL with it.
first="$(postmaster)"
slow_import & import=$!
sleep 4
systemctl restart company-data
await
wait "$import"
[ "$(postmaster)" = "$first" ]
stop
[ ! -e /var/lib/company-data/postgres/data/postmaster.pid ]
# The service goes on when the command that started PostgreSQL ends.
slow_import & import=$!
sleep 6
first="$(postmaster)"
systemctl start company-data
await
wait "$import"
sleep 1
answers /readyz
[ "$(postmaster)" = "$first" ]
stop
echo 'all done'
poweroff
