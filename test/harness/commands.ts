import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Finished } from './process.ts';

const PROGRAM = fileURLToPath(new URL('programs/commands.mjs', import.meta.url));

export interface Commands {
  /** Runs a command after the previous ones. Arguments that commander refuses end the process: use `run`. */
  run(args: readonly string[]): Promise<Finished>;
  /** Runs a command with --json. @returns its output. @throws an error with its standard error if it fails. */
  json<T>(...args: string[]): Promise<T>;
  /** Runs a command that succeeds without a warning. @returns the lines of its output. */
  text(...args: string[]): Promise<string[]>;
  /** Runs a command that fails. @returns its only output, on standard error. */
  refusal(...args: string[]): Promise<string>;
  /** Returns commands that run in the same process, with these variables as well. */
  with(env: Record<string, string>): Commands;
  close(): Promise<void>;
}

/**
 * Creates an organization of callers by the commands.
 *
 * @returns its key, and the personal keys of its users by their names.
 */
export async function createCallers<User extends string>(env: Record<string, string>, ...users: User[]) {
  const commands = startCommands(env);
  const create = async (...owner: string[]) =>
    (await commands.json<{ key: string }>('key', 'create', ...owner)).key;
  const org = ['--org', 'callers'];
  await commands.json('org', 'create', '--name', 'callers', '--credits', '10');
  const userKeys: [User, string][] = [];
  for (const name of users) {
    const email = `${name}@callers.example`;
    await commands.json('user', 'create', ...org, '--email', email, '--name', name);
    userKeys.push([name, await create('--user', email)]);
  }
  const organizationKey = await create(...org);
  await commands.close();
  return { organizationKey, userKeys: Object.fromEntries(userKeys) as Record<User, string> };
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

  async function exchange(args: readonly string[], added: Record<string, string>): Promise<Finished> {
    child.stdin.write(`${JSON.stringify({ args, env: added })}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the process ended at: ${args.join(' ')}`);
    return JSON.parse(value);
  }
  function commandsWith(added: Record<string, string>): Commands {
    const run = (args: readonly string[]) => {
      const result = last.then(() => exchange(args, added));
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
      async text(...args) {
        const { code, stdout, stderr } = await run(args);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        return stdout.trimEnd().split('\n');
      },
      async refusal(...args) {
        const { code, stdout, stderr } = await run(args);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        return stderr;
      },
      with: (more) => commandsWith({ ...added, ...more }),
      async close() {
        child.stdin.end();
        await ended;
      },
    };
  }
  return commandsWith({});
}
