import { describe } from '@jest/globals';
import { CASES } from './crash-cases.ts';
import { describeCrashes } from './crashes.ts';

describe('a process that dies at any statement, with a retry in another process', () => {
  describeCrashes(CASES);
});
