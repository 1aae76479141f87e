import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** The complete output so far. */
  output: { stdout: string; stderr: string };
  /** Resolves with the first line of standard output that matches. */
  line(pattern: RegExp): Promise<string>;
  finished: Promise<Finished>;
}

/**
 * Starts the executable as a user would, with only PATH from the environment of this process.
 *
 * @param main path of the executable.
 */
export function start(
  args: string[],
  env: Record<string, string> = {},
  main = resolve('dist/bundle/main.js'),
): Running {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const finished = once(child, 'close').then(([code]) => ({ code, ...output }));
  return { child, output, finished, line: (pattern) => waitForLine(child, output, pattern) };
}

/** Starts a server. Resolves when it is ready. */
export async function startServer(
  env: Record<string, string>,
  main?: string,
): Promise<{ server: Running; url: string }> {
  const server = start(['serve'], env, main);
  return { server, url: (await server.line(/ready/)).replace(/^.* at /, '') };
}

/** Runs `work` while another program listens on a port. */
export async function withTakenPort<T>(work: (port: string) => Promise<T>): Promise<T> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  return work(String(port)).finally(() => taken.close());
}

/** Runs a command to its end. */
export function run(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  return start(args, env).finished;
}

/** Tells whether a process runs. One that nobody has collected yet has ended. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) Z /.test(status);
}

function waitForLine(child: ChildProcess, output: Running['output'], pattern: RegExp): Promise<string> {
  return new Promise((resolveLine, reject) => {
    const look = () => {
      const line = output.stdout.split('\n').find((text) => pattern.test(text));
      if (line !== undefined) resolveLine(line);
    };
    child.stdout?.on('data', look);
    child.once('close', () => reject(new Error(`ended before ${pattern}: ${output.stdout}${output.stderr}`)));
    look();
  });
}
