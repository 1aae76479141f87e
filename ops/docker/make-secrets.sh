#!/bin/sh
# Makes the secrets of compose.yaml in the folder secrets, with random passwords. Files that exist stay as they are.
set -eu
cd "$(dirname "$0")"

# Only the owner may enter the folder. The files in it are readable for all, because containers that run as other users see
# each of them mounted by itself.
mkdir -p secrets
chmod 0700 secrets
umask 022

password() { [ -s "secrets/$1" ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' > "secrets/$1"; }
password postgres-password
password service-password
password replication-password

url() { printf 'postgresql://company_data:%s@%s:5432/company_data' "$(cat secrets/service-password)" "$1"; }
[ -s secrets/database-url ] || url primary > secrets/database-url
[ -s secrets/database-replica-urls ] || url replica > secrets/database-replica-urls
