// The programs of the cluster, from Debian's packages.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';

const PACKAGES = 'postgresql patroni etcd-server haproxy pgbouncer';
const POSTGRESQL = '/usr/lib/postgresql';
const OLDEST = 15;

/**
 * Finds the programs, and the system user that PostgreSQL runs as.
 *
 * @throws an error that says what to install.
 */
export function findPrograms() {
  const versions = list(POSTGRESQL)
    .map(Number)
    .filter((version) => version >= OLDEST);
  const programs = {
    postgresql: `${POSTGRESQL}/${Math.max(...versions)}/bin`,
    patroni: '/usr/bin/patroni',
    patronictl: '/usr/bin/patronictl',
    etcd: '/usr/bin/etcd',
    haproxy: '/usr/sbin/haproxy',
    pgbouncer: '/usr/sbin/pgbouncer',
  };
  const missing = Object.values(programs).filter((path) => !isThere(path));
  if (versions.length === 0 || missing.length > 0) {
    throw new Error(
      `missing: ${missing.join(', ')}. Install them on Debian: apt-get install ${PACKAGES} ` +
        '(a file /usr/sbin/policy-rc.d that exits with 101 keeps apt from starting services)',
    );
  }
  return { ...programs, user: systemUser(), etcdVersion: etcdVersion(programs.patroni) };
}

/**
 * Version of etcd's API for Patroni. Before 3.0.3, Patroni writes the key of the leader without a comparison over version 3.
 * A leader that stood still for longer than its lease then takes the key from its successor, whose writes are lost
 * (https://github.com/patroni/patroni/pull/2689).
 */
function etcdVersion(patroni) {
  const text = execFileSync(patroni, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = text.match(/\d+/g)?.map(Number) ?? [];
  return (major - 3 || minor || patch - 3) >= 0 ? 3 : 2;
}

/** PostgreSQL refuses to run as root. */
function systemUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isThere(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
