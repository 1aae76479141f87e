import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { run } from '../harness/process.ts';

/** Runs the executable and returns what it prints. */
async function output(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
  return stdout;
}

/** Returns the commands that a help text lists. */
function commandsOf(help: string): string[] {
  const [, list = ''] = help.split('\nCommands:\n');
  return [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

describe('the executable', () => {
  it('prints the version of package.json', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await output('--version')).toBe(`${version}\n`);
  });

  it('shows an example of every command in its help', async () => {
    const groups = commandsOf(await output('--help'));
    expect(groups).toEqual(
      expect.arrayContaining(['serve', 'demo', 'org', 'user', 'key', 'credits', 'data']),
    );
    const helps = await Promise.all(
      groups.map(async (group) => {
        const help = await output(group, '--help');
        const names = commandsOf(help);
        if (names.length === 0) return [[group, help]];
        return Promise.all(
          names.map(async (name) => [`${group} ${name}`, await output(group, name, '--help')]),
        );
      }),
    );
    for (const [name, help] of helps.flat()) {
      expect({ name, help }).toEqual({
        name,
        help: expect.stringContaining(`\nExample:\n  company-data ${name}`),
      });
    }
  });

  it('names every wrong setting in a line of its own', async () => {
    const env = { PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' };
    expect(await run(['org', 'list'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'company-data: invalid settings:\n' +
        '  PORT must be a whole number from 0 to 65535\n' +
        '  DATABASE_URL must start with postgresql://\n' +
        '  LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent\n',
    });
  });
});
