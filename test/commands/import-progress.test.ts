import { describe, expect, it } from '@jest/globals';
import type { Options } from 'cli-progress';
import { drawProgress } from '../../src/commands/import-output.ts';
import type { ImportProgress } from '../../src/modules/import/progress.ts';

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
