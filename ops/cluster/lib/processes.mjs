// Starts programs, writes their output to files, and ends every one of them, whatever happens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Set();
const KILL_AFTER_MS = 15_000;

/**
 * Starts a program. Its output goes to `log`.
 *
 * @returns the child, with `stop(signal)`, which resolves when it has ended.
 */
export function start(command, args, { log, env = {}, user, cwd = '/' }) {
  const output = openSync(log, 'a');
  const child = spawn(command, args, {
    ...user,
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', output, output],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  child.stop = async (signal = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const kill = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    await ended;
    clearTimeout(kill);
  };
  return child;
}

/** Runs a program to its end. @returns its standard output. @throws an error with its standard error if it fails. */
export async function run(command, args, { env = {}, user, cwd = '/' } = {}) {
  const child = spawn(command, args, {
    ...user,
    cwd,
    env: { PATH: process.env.PATH, HOME: '/tmp', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output.stderr || output.stdout}`);
  return output.stdout;
}

/** Ends all programs, the last first. */
export async function stopAll() {
  for (const child of [...running].reverse()) await child.stop('SIGTERM');
}

/** Waits until `isDone` returns a true value, and returns it. @throws an error after `timeoutMs`. */
export async function until(what, isDone, timeoutMs = 60_000) {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await isDone().catch(() => undefined);
    if (value) return value;
    if (performance.now() > end) throw new Error(`${what} did not happen within ${timeoutMs / 1000} s`);
    await sleep(200);
  }
}
