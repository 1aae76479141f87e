import { describe, expect, it } from '@jest/globals';
import { foldAddress, toEmailAddress } from '../../src/lib/addresses.ts';
import { counted } from '../../src/lib/text.ts';

it('a number takes the singular of its noun for one alone', () => {
  expect([0, 1, 2].map((count) => counted(count, 'credit'))).toEqual(['0 credits', '1 credit', '2 credits']);
  expect([1, 3].map((count) => counted(count, 'company', 'companies'))).toEqual(['1 company', '3 companies']);
});

describe('an e-mail address', () => {
  it('is compared without blanks around it, and with A to Z in lower case', () => {
    expect(foldAddress(' Kim.ADA@Acme.Example\n')).toBe('kim.ada@acme.example');
    expect(toEmailAddress(' Kim.ADA@Acme.Example\n')).toBe('kim.ada@acme.example');
  });

  it.each([
    ['KELVIN SIGN', '\u212Aim@acme.example'],
    ['LATIN CAPITAL LETTER I WITH DOT ABOVE', '\u0130da@acme.example'],
    ['ANGSTROM SIGN', '\u212Bke@acme.example'],
    ['a full-width K', '\uFF2Bim@acme.example'],
  ])('keeps %s, whose lower case could be the letter of another address', (_name, address) => {
    expect(foldAddress(address)).toBe(address);
    expect(toEmailAddress(address)).toBe(address);
  });

  it.each([
    '',
    'kim',
    'kim@',
    '@acme.example',
    'kim@acme@example',
    'ki m@acme.example',
    'kim@acme.example\0x',
  ])('is not %j', (text) => {
    expect(toEmailAddress(text)).toBeUndefined();
  });
});
