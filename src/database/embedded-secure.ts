import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../lib/fault.ts';
import { reason } from './connect.ts';
import { firstError, run } from './embedded-account.ts';
import type { Cluster } from './embedded-binaries.ts';
import { removeStaleLocks, TAKEN } from './embedded-process.ts';
import { fixedSettings, toFlags } from './embedded-settings.ts';

/** As the user that PostgreSQL runs as: root must not write where another user may put a link. */
const WRITE = `umask 077; printf '%s' "$2" >"$1.new" && mv -f "$1.new" "$1"`;

/**
 * Makes PostgreSQL ask for the password of `home`. A database that trusts everybody who reaches its socket, as older
 * versions made it, or that has another password, is changed before it is started, without losing data.
 *
 * @returns `taken` when another process is starting the database.
 * @throws StartupError when the database cannot be changed.
 */
export async function requirePassword(cluster: Cluster, password: string): Promise<'required' | 'taken'> {
  const { home, account } = cluster;
  const file = join(home.data, 'pg_hba.conf');
  const wanted = accessRules(password);
  if ((await readFile(file, 'utf8').catch(() => '')) === wanted) return 'required';
  await removeStaleLocks(home);
  if ((await setPassword(cluster, password)) === 'taken') return 'taken';
  // Last: until the rules are there, the next start sets the password again.
  const { code, output } = await run(account, '/bin/sh', ['-c', WRITE, 'sh', file, wanted]);
  if (code !== 0) throw new StartupError(`cannot write ${file}: ${reason(output)}`);
  return 'required';
}

/** Names the password by a hash, so that a lost password file is noticed. 32 random bytes cannot be found from it. */
function accessRules(password: string): string {
  const fingerprint = createHash('sha256').update(password).digest('hex');
  return `# Written by company-data, which replaces what is changed here.\n# password: ${fingerprint}\nlocal all all scram-sha-256\n`;
}

/** In single-user mode, which needs no password and lets nobody else in. */
async function setPassword({ home, account, binaries }: Cluster, password: string): Promise<'set' | 'taken'> {
  const settings = { ...fixedSettings(home.socketDir), password_encryption: 'scram-sha-256' };
  const { code, output } = await run(
    account,
    binaries.postgres,
    ['--single', '-D', home.data, ...toFlags(settings), 'postgres'],
    `ALTER ROLE postgres WITH LOGIN PASSWORD '${password}'\n`,
  );
  if (TAKEN.test(output)) return 'taken';
  if (code === 0 && !/(?:ERROR|FATAL|PANIC):/.test(output)) return 'set';
  throw new StartupError(`the embedded PostgreSQL does not start: ${firstError(output)}`);
}
