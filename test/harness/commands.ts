import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Finished } from './process.ts';

const PROGRAM = fileURLToPath(new URL('programs/commands.mjs', import.meta.url));

export interface Commands {
  /** Runs a command after the previous ones. Arguments that commander refuses end the process: use `run`. */
  run(args: readonly string[]): Promise<Finished>;
  /** Runs a command with --json. @returns its output. @throws an error with its standard error if it fails. */
  json<T>(...args: string[]): Promise<T>;
  close(): Promise<void>;
}

/** Starts a process that runs commands of the executable in sequence, without starting Node for each. */
export function startCommands(env: Record<string, string>): Commands {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();

  async function exchange(args: readonly string[]): Promise<Finished> {
    child.stdin.write(`${JSON.stringify(args)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the process ended at: ${args.join(' ')}`);
    return JSON.parse(value);
  }
  const run = (args: readonly string[]) => {
    const result = last.then(() => exchange(args));
    last = result.catch(() => undefined);
    return result;
  };
  return {
    run,
    async json(...args) {
      const { code, stdout, stderr } = await run([...args, '--json']);
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
