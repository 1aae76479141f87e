import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The running ones. A failed test must not leave one behind, which would restart its PostgreSQL. */
const running = new Set<ChildProcess>();

const LOADER = fileURLToPath(new URL('typescript.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../database/programs/embedded.ts', import.meta.url));

/** A separate process that uses the embedded PostgreSQL: programs/embedded.ts. */
export interface Participant {
  /** Its first output, `ready URL`; undefined if it failed. */
  ready: Promise<string | undefined>;
  /** Runs SQL in the process. @returns the rows, or `{ error }`. */
  query(sql: string): Promise<unknown>;
  /** Ends the process in an orderly way. Resolves when it has ended. */
  leave(): Promise<Ended>;
  /** Sends a signal to the process, or with `group` to its process group, as a terminal does. */
  signal(name: NodeJS.Signals, options?: { group: boolean }): void;
  ended: Promise<Ended>;
}

export interface Ended {
  code: number | null;
  /** The last line of its output. */
  said: string | undefined;
  errors: string;
}

/** Starts a server or a command with `dataDir`. */
export function startParticipant(role: 'server' | 'command', dataDir: string): Participant {
  const child = spawn(process.execPath, ['--import', LOADER, PROGRAM, role, dataDir], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  // A test may write to it after it has died.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let said: string | undefined;
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) return undefined;
    said = value;
    return value;
  };
  const ready = next();
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', async (code) => {
      while ((await next()) !== undefined);
      resolve({ code, said, errors: errors.trim() });
    });
  });
  return {
    ready,
    ended,
    async query(sql) {
      child.stdin.write(`${sql}\n`);
      const line = await next();
      return line === undefined ? undefined : JSON.parse(line);
    },
    leave() {
      child.stdin.end();
      return ended;
    },
    signal: (name, options) => signal(child, name, options?.group === true),
  };
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals, group: boolean): void {
  if (pid !== undefined) process.kill(group ? -pid : pid, name);
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

export interface DataDirs {
  /** Returns the path of a directory that does not exist yet. */
  fresh(name?: string): Promise<string>;
  /** Copies `dir`, including owners. @returns the copy. */
  copyOf(dir: string): Promise<string>;
  /** Kills all remaining processes and PostgreSQL servers of a failed test. @returns where there were any. */
  cleanUp(): Promise<string[]>;
}

/** Creates directories for embedded databases, accessible to the user that PostgreSQL runs as. */
export function dataDirs(): DataDirs {
  const parents: string[] = [];
  const used: string[] = [];
  const fresh = async (name = 'data') => {
    const parent = await realpath(await mkdtemp(join(tmpdir(), 'embedded-')));
    await chmod(parent, 0o755);
    parents.push(parent);
    used.push(join(parent, name));
    return join(parent, name);
  };
  return {
    fresh,
    async copyOf(dir) {
      const copy = await fresh();
      await promisify(execFile)('cp', ['-a', dir, copy]);
      return copy;
    },
    async cleanUp() {
      const left: string[] = [];
      await Promise.all([...running].map(kill));
      for (const dir of used) {
        const pid = await postmasterOf(dir);
        if (pid === undefined) continue;
        left.push(dir);
        process.kill(pid, 'SIGQUIT');
      }
      for (const parent of parents) await rm(parent, { recursive: true, force: true });
      return left;
    },
  };
}

/** @returns the process id of the PostgreSQL in `dataDir`, by its lock file; undefined if it has stopped. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}
