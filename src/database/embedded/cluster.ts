import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../../lib/fault.ts';
import { attempt } from '../errors.ts';
import { findBinaries, firstError } from './binaries.ts';
import { type Location, prepareLocation } from './location.ts';
import { removeStaleLocks } from './postmaster.ts';
import { readIfExists, run, runScript } from './system.ts';

/** The database of the service. */
export const DATABASE = 'company_data';

export const LOG_FILE = 'postgres.log';
/** Time for replaying up to max_wal_size after a crash. */
export const RECOVERY_SECONDS = 15 * 60;

type Cluster = Awaited<ReturnType<typeof prepareLocation>> & Awaited<ReturnType<typeof findBinaries>>;

/** PostgreSQL says so when another process runs, starts or stops it. */
const BUSY = /lock file .* (?:already exists|is empty)|pre-existing shared memory|received fast shutdown/;

/**
 * This is for the user that runs PostgreSQL: root must not write where another user may put a link. Processes that start at
 * once write the same, each into a draft of its own.
 */
const WRITE = `umask 077; draft="$1.$$"; printf '%s' "$2" >"$draft" && mv -f "$draft" "$1"`;

/**
 * Starts PostgreSQL. On a failure, prints what was logged meanwhile but answers to processes that asked whether it is ready.
 *
 * pg_ctl gives PostgreSQL a session of its own. A Ctrl-C in the terminal must not reach it, since this service still
 * finishes its requests. pg_ctl composes a command for a shell, so it gets only names without special characters.
 */
const START = `cd "$1" && touch ${LOG_FILE} || exit
test -z "$(find ${LOG_FILE} -size +5120k)" || { mv -f ${LOG_FILE} ${LOG_FILE}.1; touch ${LOG_FILE}; }
lines=$(wc -l <${LOG_FILE})
export PATH="$2:$PATH"
said=$(pg_ctl start --silent --wait --timeout=${RECOVERY_SECONDS} -p postgres -D data -l ${LOG_FILE} -o "$3" 2>&1) && exit
tail -n +$((lines + 1)) ${LOG_FILE} | grep -v 'the database system is' || echo "$said"
exit 1`;

/** Settings on the command line, which override postgresql.conf: they keep others out, or this code needs them. */
const fixedSettings = ({ socketDir }: Location, ...others: string[]) =>
  toFlags([
    'listen_addresses=',
    'port=5432',
    `unix_socket_directories=${socketDir}`,
    'unix_socket_permissions=0700',
    'logging_collector=off',
    'log_destination=stderr',
    'password_encryption=scram-sha-256',
    ...others,
  ]);

/** Settings that are written into postgresql.conf when the cluster is created. Users may change them there. */
function initialSettings(): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20;
  const share = (divisor: number, min: number, max: number) =>
    `${Math.round(Math.min(Math.max(memory / divisor, min), max))}MB`;
  return toFlags([
    `shared_buffers=${share(8, 64, 256)}`,
    `effective_cache_size=${share(2, 256, 65_536)}`,
    `maintenance_work_mem=${share(16, 64, 256)}`,
    'work_mem=16MB',
    'max_wal_size=4GB',
    'checkpoint_timeout=15min',
    // An embedded server has no replicas, so bulk loads need not be logged.
    'wal_level=minimal',
    'max_wal_senders=0',
    'random_page_cost=1.1',
    'jit=off',
    // The service logs its errors itself. Without these two, every refused statement would add to PostgreSQL's log.
    'log_min_messages=log',
    'log_checkpoints=off',
    // Containers have 64 MB of /dev/shm by default: too little for a parallel hash join.
    ...(process.platform === 'linux' ? ['dynamic_shared_memory_type=sysv'] : []),
  ]);
}

const toFlags = (settings: string[]) => settings.flatMap((setting) => ['-c', setting]);

/** Starts the PostgreSQL of `dataDir`, and creates before what is missing. @returns false when another process does. */
export async function startCluster(dataDir: string): Promise<boolean> {
  const prepared = await prepareLocation(dataDir);
  const cluster = { ...prepared, ...(await findBinaries(prepared.user)) };
  const { location, user, bin } = cluster;
  await createUnlessExists(cluster);
  await removeStaleLocks(location);
  if (!(await requirePassword(cluster))) return false;
  const { ok, output } = await runScript(user, START, location.dir, bin, fixedSettings(location).join(' '));
  if (ok) return true;
  if (BUSY.test(output)) return false;
  throw doesNotStart(output);
}

const doesNotStart = (output: string) =>
  new StartupError(`the embedded PostgreSQL does not start: ${firstError(output)}`);

/** Creates the data directory if there is none. It appears complete, by a rename: of two processes, both use one. */
async function createUnlessExists({ location: { dir, data }, user, bin, major }: Cluster): Promise<void> {
  const found = await attempt('cannot read the database', () => readIfExists(`${data}/PG_VERSION`));
  const version = found?.trim();
  if (version === major) return;
  if (version !== undefined) {
    const remedy = `run "backup" with the release that made it, then "restore" with this one and another DATA_DIR`;
    throw new StartupError(
      `${data} needs PostgreSQL ${version}, but PostgreSQL ${major} is installed; ${remedy}`,
    );
  }
  if (existsSync(data))
    throw new StartupError(`${data} is not a PostgreSQL database; move it away, or set another DATA_DIR`);
  const draft = `${data}.${randomBytes(6).toString('hex')}`;
  // Everybody is rejected until requirePassword replaces the rules.
  const options = ['--username=postgres', '--auth=reject', '--encoding=UTF8', '--no-instructions'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  await attempt(`cannot create a database in ${dir}`, async () => {
    const args = [`--pgdata=${draft}`, ...options, ...locale, ...initialSettings()];
    const { ok, output } = await run(user, join(bin, 'initdb'), args);
    if (!ok) throw new Error(firstError(output));
    await rename(draft, data).catch((error: unknown) => {
      if (!existsSync(`${data}/PG_VERSION`)) throw error;
    });
    // Only once the directory is on disk does the rename survive a power cut.
    const directory = await open(dir, 'r');
    await directory.sync().finally(() => directory.close());
  }).finally(() => rm(draft, { recursive: true, force: true }));
}

/**
 * Creates the database, and makes PostgreSQL ask for the password. A cluster of an older version trusts everybody who reaches
 * its socket, and a cluster whose password file was lost has another password. @returns false when PostgreSQL is in use.
 */
async function requirePassword({ location, user, bin, password }: Cluster): Promise<boolean> {
  const file = join(location.data, 'pg_hba.conf');
  // The hash tells when the password file was lost. 32 random bytes cannot be found from it.
  const hash = createHash('sha256').update(password).digest('hex');
  const rules = `# Written by company-data, which replaces what is changed here.\n# password: ${hash}\nlocal all all scram-sha-256\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) === rules) return true;
  // Single-user mode asks for no password and lets nobody else in.
  const settings = fixedSettings(location, 'log_min_messages=error');
  const args = ['--single', '-D', location.data, ...settings, 'postgres'];
  const sql = `ALTER ROLE postgres WITH LOGIN PASSWORD '${password}'\nCREATE DATABASE ${DATABASE}\n`;
  const { ok, output } = await run(user, join(bin, 'postgres'), args, sql);
  if (BUSY.test(output)) return false;
  const failures = output.replaceAll(`ERROR:  database "${DATABASE}" already exists`, '');
  if (!ok || /(?:ERROR|FATAL|PANIC):/.test(failures)) throw doesNotStart(failures);
  // Written last: until the rules are there, the next start sets the password again.
  const written = await runScript(user, WRITE, file, rules);
  if (!written.ok) throw new StartupError(`cannot write ${file}: ${firstError(written.output)}`);
  return true;
}
