import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseSystemUser, findBinaries } from '../../src/database/embedded/binaries.ts';
import { cleanEnvironment } from '../../src/database/embedded/system.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createTestPool, type TestDatabase } from './database.ts';
import { TEST_SETTINGS, toFlags, untilReady } from './server.ts';

/** A primary with a migrated database, and a standby that replays its changes as they come. */
export interface Replication {
  primary: TestDatabase;
  standby: TestDatabase;
  /** Kills the standby. */
  killStandby(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = {
  ...TEST_SETTINGS,
  wal_level: 'replica',
  max_wal_senders: 10,
  max_connections: 100,
  shared_buffers: '32MB',
};

/** Ends both servers and removes their files once standard input closes. A line on it kills the standby before. */
const SCRIPT = `
dir=$1; bin=$2; shift 2
trap '' HUP
mkdir -m 700 "$dir/first" "$dir/second"
"$bin/initdb" -D "$dir/first/data" -U postgres -A trust -E UTF8 --no-sync --no-instructions >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
cp -R "$dir/first/data" "$dir/second/data"
touch "$dir/second/data/standby.signal"
"$bin/postgres" -D "$dir/first/data" -k "$dir/first" "$@" >>"$dir/log" 2>&1 </dev/null &
primary=$!
"$bin/postgres" -D "$dir/second/data" -k "$dir/second" "$@" -c primary_conninfo="host=$dir/first user=postgres" >>"$dir/log" 2>&1 </dev/null &
standby=$!
trap '' INT TERM
read line && kill -QUIT $standby
cat >/dev/null
kill -INT $standby $primary 2>/dev/null
wait
rm -rf "$dir"
`;

export async function startReplication(): Promise<Replication> {
  const user = await chooseSystemUser(undefined);
  const { bin } = await findBinaries(user);
  const dir = await mkdtemp(join(tmpdir(), 'company-data-replicas-'));
  await chmod(dir, 0o700);
  if (user) await chown(dir, user.uid, user.gid);
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', dir, bin, ...toFlags(SETTINGS)], {
    ...user,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const open = async (name: string): Promise<TestDatabase> => {
    const url = `postgresql:///postgres?host=${encodeURIComponent(join(dir, name))}&user=postgres`;
    await untilReady(url, shell);
    const pool = createTestPool(url);
    return { url, pool, drop: () => pool.end() };
  };
  const primary = await open('first');
  await migrate(primary.url);
  const standby = await open('second');
  return {
    primary,
    standby,
    async killStandby() {
      shell.stdin.write('kill\n');
      while (
        await standby.pool.query('SELECT 1').then(
          () => true,
          () => false,
        )
      );
    },
    async stop() {
      for (const { pool } of [primary, standby]) if (!pool.ended) await pool.end();
      const exited = once(shell, 'exit');
      shell.stdin.end();
      await exited;
    },
  };
}
