import { expect, it } from '@jest/globals';
import { counted } from '../../src/lib/text.ts';

it('a number takes the singular of its noun for one alone', () => {
  expect([0, 1, 2].map((count) => counted(count, 'credit'))).toEqual(['0 credits', '1 credit', '2 credits']);
  expect([1, 3].map((count) => counted(count, 'company', 'companies'))).toEqual(['1 company', '3 companies']);
});
