import { spawn } from 'node:child_process';
import { StartupError } from '../lib/fault.ts';
import { errorCode, reason } from './connect.ts';

/** The user that PostgreSQL runs as when this process is root, which PostgreSQL refuses to be. */
export interface Account {
  uid: number;
  gid: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

const USER = 'postgres';
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** How systems create a user: shadow-utils first, then BusyBox. */
const CREATE_USER: readonly (readonly string[])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', USER],
];

export interface Outcome {
  /** The exit code; null when the command could not be run at all. */
  code: number | null;
  /** Standard output and standard error. */
  output: string;
}

/** What PostgreSQL and its helpers see: none of this process' variables, which may hold secrets or PGPORT. */
export function cleanEnvironment(): Record<string, string> {
  const { LD_LIBRARY_PATH: libraries, PATH: path = '' } = process.env;
  return {
    PATH: `${path}:${SYSTEM_PATH}`,
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
  };
}

/**
 * Runs a command to its end as `account` (undefined: as this process' user); never rejects.
 *
 * @param input what it reads from standard input.
 */
export function run(
  account: Account | undefined,
  command: string,
  args: readonly string[],
  input?: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...account,
      cwd: '/',
      env: cleanEnvironment(),
      detached: true,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    // A command that ends early need not have read it.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', (error) => resolve({ code: null, output: errorCode(error) ?? reason(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/**
 * Chooses the user that PostgreSQL runs as: for root the owner of the database that is there, else the system's
 * `postgres` user, who is created where there is none.
 *
 * @throws StartupError when there is no such user and none can be created.
 */
export async function chooseAccount(owner: Account | undefined): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  if (owner && owner.uid !== 0) return owner;
  const known = await lookUp();
  if (known) return known;
  for (const [command = '', ...args] of CREATE_USER) {
    await run(undefined, command, args);
    // Looked up even after a failure: another process may have created it meanwhile.
    const created = await lookUp();
    if (created) return created;
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and the user ${USER} is missing and could not be created; ` +
      'create it, run as an ordinary user, or set DATABASE_URL',
  );
}

/** The system's `postgres` user; undefined where there is none. */
export async function lookUp(): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([
    run(undefined, 'id', ['-u', USER]),
    run(undefined, 'id', ['-g', USER]),
  ]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** @returns the line of a program's output that says what went wrong: the first complaint causes the others. */
export function firstError(output: string): string {
  const lines = output.trim().split('\n');
  const said =
    lines.find((line) => /(?:ERROR|FATAL|PANIC|error):\s/.test(line)) ??
    lines.find((line) => line.includes('could not')) ??
    lines.at(-1);
  return (said ?? '').replace(/^.*?(?:ERROR|FATAL|PANIC|error):\s+/, '').trim();
}
