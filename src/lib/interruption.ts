import { existsSync } from 'node:fs';
import { packagePath } from './files.ts';

/** Signals that ask a process to end, with its exit codes by the convention of shells: 128 plus the number of the signal. */
export const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Interruption = keyof typeof EXIT_CODES;

type Listener = (signal: Interruption) => void;
type Hook = () => unknown;

/** npm forwards a Ctrl-C that the terminal has also sent to the process: one keystroke causes the same signal twice. */
const ONE_KEYSTROKE_MS = 500;
/** Time that hooks have before the process ends anyway. */
const HOOKS_MS = 1_000;

const listeners = new Set<Listener>();
const hooks = new Set<Hook>();
let first: { signal: Interruption; at: number } | undefined;

/** Calls `listener` at the first signal, which then does not end the process. A later one does, at once. */
export function onInterruption(listener: Listener): void {
  listeners.add(listener);
  listen();
}

/**
 * Calls `hook` before a signal ends the process at once: the second one, or the first one if there is no listener.
 *
 * @returns a function that unregisters the hook.
 */
export function beforeSuddenEnd(hook: Hook): () => void {
  hooks.add(hook);
  listen();
  return () => void hooks.delete(hook);
}

function listen(): void {
  for (const signal of Object.keys(EXIT_CODES)) {
    process.off(signal, onSignal);
    process.on(signal, onSignal);
  }
}

function onSignal(signal: Interruption): void {
  const now = performance.now();
  if (first?.signal === signal && now - first.at <= ONE_KEYSTROKE_MS) return;
  const isFirst = first === undefined;
  first ??= { signal, at: now };
  if (!isFirst || listeners.size === 0) void endAtOnce(signal);
  else for (const listener of listeners) listener(signal);
}

/** Ends the process, whatever it does. Committed data is safe: PostgreSQL has it. */
async function endAtOnce(signal: Interruption): Promise<void> {
  const done = Promise.allSettled([...hooks].map(async (hook) => hook()));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, HOOKS_MS))]);
  // `process.exit` waits for threads, such as one that looks up a host name or reads a dead network drive.
  for (const each of Object.keys(EXIT_CODES)) process.removeAllListeners(each);
  process.kill(process.pid, signal);
  // The first process of a container survives its own signals.
  process.exit(EXIT_CODES[signal]);
}

/** Start of a command as a person types it: through npm in a clone, otherwise as the package was started, by npx or by name. */
export const CLI = commandName();

function commandName(): string {
  if (existsSync(packagePath('src'))) return 'npm run cli --';
  return process.env.npm_command === 'exec' ? 'npx company-data' : 'company-data';
}
