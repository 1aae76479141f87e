import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../lib/fault.ts';
import { reason } from '../errors.ts';
import type { Cluster } from './binaries.ts';
import { LOCKED, removeStaleLocks } from './lock-files.ts';
import { firstError, run } from './run.ts';
import { fixedSettings, toFlags } from './settings.ts';

/** Run by the user that runs PostgreSQL: root must not write where another user may put a link. */
const WRITE = `umask 077; printf '%s' "$2" >"$1.new" && mv -f "$1.new" "$1"`;

/**
 * Makes PostgreSQL ask for `password`. A cluster of an older version trusts everybody who reaches its socket, and a
 * cluster whose password file was lost has another password. Both are changed before PostgreSQL starts; no data are lost.
 *
 * @returns `locked` when another process is starting PostgreSQL.
 * @throws StartupError when the cluster cannot be changed.
 */
export async function requirePassword(cluster: Cluster, password: string): Promise<'required' | 'locked'> {
  const { location, user } = cluster;
  const file = join(location.data, 'pg_hba.conf');
  const rules = accessRules(password);
  if ((await readFile(file, 'utf8').catch(() => '')) === rules) return 'required';
  await removeStaleLocks(location);
  if ((await setPassword(cluster, password)) === 'locked') return 'locked';
  // Written last: until the rules are there, the next start sets the password again.
  const { code, output } = await run(user, '/bin/sh', ['-c', WRITE, 'sh', file, rules]);
  if (code !== 0) throw new StartupError(`cannot write ${file}: ${reason(output)}`);
  return 'required';
}

/**
 * Returns the text of pg_hba.conf. It holds a hash of the password, so that a lost password file is noticed. 32 random
 * bytes cannot be found from their hash.
 */
function accessRules(password: string): string {
  const fingerprint = createHash('sha256').update(password).digest('hex');
  return `# Written by company-data, which replaces what is changed here.\n# password: ${fingerprint}\nlocal all all scram-sha-256\n`;
}

/** Sets the password in single-user mode, which asks for none and lets nobody else in. */
async function setPassword(
  { location, user, binaries }: Cluster,
  password: string,
): Promise<'set' | 'locked'> {
  const settings = { ...fixedSettings(location.socketDir), password_encryption: 'scram-sha-256' };
  const { code, output } = await run(
    user,
    binaries.postgres,
    ['--single', '-D', location.data, ...toFlags(settings), 'postgres'],
    `ALTER ROLE postgres WITH LOGIN PASSWORD '${password}'\n`,
  );
  if (LOCKED.test(output)) return 'locked';
  if (code === 0 && !/(?:ERROR|FATAL|PANIC):/.test(output)) return 'set';
  throw new StartupError(`the embedded PostgreSQL does not start: ${firstError(output)}`);
}
