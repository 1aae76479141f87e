import type { Random } from './random.ts';

/** Texts and values that often reveal errors. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  1e21,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER + 2,
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff.example',
  '\uffff\u202e\u200b',
  '1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%00',
  '../..',
  'x'.repeat(300),
  '☃'.repeat(2001),
  'a.'.repeat(200),
  [],
  [[]],
  [null],
  {},
  { __proto__: null, x: 1 },
  { toString: 1 },
];

/** PostgreSQL accepts neither in a text. */
const NOT_STORABLE = ['\u0000', 'a\u0000b', 'ab\ud800'];

/** Values that a sweep gives to each parameter, argument and field. */
export const SWEPT: readonly unknown[] = [
  ...NOT_STORABLE,
  null,
  '',
  '%',
  1e21,
  2_147_483_648,
  -1,
  {},
  ['a'],
  '__proto__',
];

export const hostile = (random: Random): unknown => random.pick(random.chance(0.3) ? NOT_STORABLE : HOSTILE);

/** Returns deeply nested objects or arrays. */
export function nested(random: Random): unknown {
  let value: unknown = hostile(random);
  for (let depth = random.pick([5, 60, 150, 1_000]); depth > 0; depth--) {
    value = random.chance(0.5) ? [value] : { not: value };
  }
  return value;
}
