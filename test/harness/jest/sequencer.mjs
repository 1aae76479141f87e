import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Files that take long for their size. A clone that has run no tests knows nothing but the sizes of files, and would start
 * these last, when the other workers have nothing left to do.
 */
const SLOW = [
  'client/types',
  'commands/interruption',
  'compile-roaring',
  'database/migrate',
  'database/statements',
  'docs/python',
  'fuzz/fuzz',
  'matrix/parity',
  'modules/catalogue/partnership-totals',
  'modules/digests/digests',
  'modules/filters/property',
  'modules/import/living',
  'modules/import/upload/upload',
  'modules/jobs/untidy',
];

/** Starts files that are known as slow first. */
export default class SlowFirst extends Sequencer {
  sort(tests) {
    const isSlow = ({ path }) =>
      SLOW.some((name) => path.replace('.long.', '.').endsWith(`/test/${name}.test.ts`));
    const sorted = super.sort(tests);
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
}
