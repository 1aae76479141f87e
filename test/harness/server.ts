import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cleanEnvironment, type SystemUser } from '../../src/database/embedded/system.ts';

export interface TestServer {
  /** URL of its `postgres` database. */
  url: string;
  stop(): Promise<void>;
}

export const TEST_SETTINGS = {
  listen_addresses: '',
  max_connections: 300,
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  jit: 'off',
};

/** Ends PostgreSQL and removes its files once standard input closes, even if jest is killed and no teardown runs. */
const SCRIPT = `
dir=$1; bin=$2; shift 2
trap '' HUP
"$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 \
  --locale=C --no-sync --no-instructions >"$dir/log" 2>&1 || { cat "$dir/log" >&2; rm -rf "$dir"; exit 1; }
"$bin/postgres" -D "$dir/data" -k "$dir" "$@" >>"$dir/log" 2>&1 </dev/null &
trap '' INT TERM
cat >/dev/null
kill -INT $! 2>/dev/null
wait
rm -rf "$dir"
`;

/** Starts a PostgreSQL for this test run only: on a socket in a new directory, fast instead of durable. */
export async function startTestServer(bin: string, user: SystemUser): Promise<TestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'company-data-test-'));
  await chmod(dir, 0o700);
  if (user) await chown(dir, user.uid, user.gid);
  const flags = toFlags(TEST_SETTINGS);
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', dir, bin, ...flags], {
    ...user,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const url = `postgresql:///postgres?host=${encodeURIComponent(dir)}&user=postgres`;
  await untilReady(url, shell);
  return {
    url,
    async stop() {
      const exited = once(shell, 'exit');
      shell.stdin?.end();
      await exited;
    },
  };
}

export function toFlags(settings: object): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Waits until a server accepts connections. @throws an error when the shell that runs it ends before. */
export async function untilReady(url: string, shell: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (shell.exitCode !== null) throw new Error('the test server did not start');
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const ready = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (ready) return;
    await sleep(50);
  }
  throw new Error('the test server did not become ready');
}
