import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Options } from 'cli-progress';
import { collectWhenIdle, IDLE_CHECK_MS } from '../../src/commands/heap.ts';
import { drawProgress } from '../../src/commands/import-output.ts';
import type { ImportProgress } from '../../src/modules/import/progress.ts';
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

const [full, empty] = ['█', '░'].map((character) => character.repeat(10));
/** Options as the package completes them. */
const OPTIONS: Options = Object.assign(
  { barsize: 10, barGlue: '', autopaddingChar: '' },
  { barCompleteString: full, barIncompleteString: empty },
);
const STATE: ImportProgress = {
  file: 1,
  files: 4,
  path: '/data/companies.ndjson',
  kind: 'companies',
  phase: 'reading',
  bytes: 500,
  size: 1000,
  rows: 1_200_000,
  rows_per_second: 40_000,
  phase_seconds: 30,
  seconds_left: 8,
};
const draw = (state?: ImportProgress) => drawProgress(OPTIONS, state);

describe('the line of a progress bar', () => {
  it('shows file, phase, share, rows, rows a second and the time left while a file is read', () => {
    expect(draw(STATE)).toBe(
      'companies.ndjson (1 of 4) reading █████░░░░░ 50% 1,200,000 rows, 40,000 rows/s, 8s left',
    );
  });

  it('shows how long a phase takes so far when the time left is unknown', () => {
    const merging: ImportProgress = {
      ...STATE,
      phase: 'merging',
      bytes: 1000,
      rows_per_second: null,
      seconds_left: null,
    };
    expect(draw(merging)).toBe('companies.ndjson (1 of 4) merging 1,200,000 rows, 30s so far');
    expect(draw({ ...STATE, path: '-', size: null, seconds_left: null })).toBe(
      '- (1 of 4) reading 1,200,000 rows, 40,000 rows/s, 30s so far',
    );
  });

  it('is empty between files, and has no control characters of a path', () => {
    expect(draw()).toBe('');
    expect(draw({ ...STATE, path: '/data/a\u001b[2Jcompanies' })).toMatch(/^a \[2Jcompanies/);
  });
});

/** Runs checks, each after a time with this utilization. @returns for each whether garbage was collected in it. */
function checkAt(utilizations: readonly number[]): boolean[] {
  let current = 0;
  let collections = 0;
  const end = collectWhenIdle({ utilization: () => current, collect: () => (collections += 1) });
  const found = utilizations.map((utilization) => {
    const before = collections;
    current = utilization;
    jest.advanceTimersByTime(IDLE_CHECK_MS);
    return collections > before;
  });
  end();
  const ended = collections;
  jest.advanceTimersByTime(10 * IDLE_CHECK_MS);
  expect(collections).toBe(ended);
  return found;
}

describe('garbage of a process that serves requests', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is collected twice once it is idle after its start, and not while it works', () => {
    expect(checkAt([0.9, 0.02, 0, 0, 0.001])).toEqual([false, false, true, true, false]);
  });

  it('is collected again after it has worked again', () => {
    expect(checkAt([0, 0, 0, 0.5, 0.5, 0, 0.5, 0, 0, 0])).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('is not collected while it always has something to do', () => {
    expect(checkAt(Array(20).fill(0.05))).not.toContain(true);
  });
});
