import { spawn } from 'node:child_process';
import { errorCode, reason } from '../errors.ts';

export interface SystemUser {
  uid: number;
  gid: number;
}

export interface Outcome {
  /** The exit code; null when the command could not be started. */
  code: number | null;
  output: string;
}

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns the environment for PostgreSQL and its tools. This process' own may hold secrets, or PGPORT. */
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
 * Runs a command to its end; never rejects.
 *
 * @param user runs it; undefined: the user of this process.
 * @param input the text on its standard input.
 */
export function run(
  user: SystemUser | undefined,
  command: string,
  args: readonly string[],
  input?: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...user,
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
    // A command that ends early has not read all of its input.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', (error) => resolve({ code: null, output: errorCode(error) ?? reason(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Returns the line of a program's output that says what went wrong. The first error causes the later ones. */
export function firstError(output: string): string {
  const lines = output.trim().split('\n');
  const line =
    lines.find((text) => /(?:ERROR|FATAL|PANIC|error):\s/.test(text)) ??
    lines.find((text) => text.includes('could not')) ??
    lines.at(-1);
  return (line ?? '').replace(/^.*?(?:ERROR|FATAL|PANIC|error):\s+/, '').trim();
}
