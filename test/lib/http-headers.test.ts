import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import {
  chooseCoding,
  codedTag,
  entityTagOf,
  isFresh,
  partsOf,
  strongTagsOf,
} from '../../src/lib/http-headers.ts';

describe('If-None-Match (RFC 9110, 13.1.2)', () => {
  it.each([
    '*',
    ' * ',
    '"b"',
    'W/"b"',
    '"a", "b"',
    '"a","b","c"',
    'W/"a",\t W/"b"',
    '"a,\\", "b"',
    ', "b"',
    '"a",, ,"b"',
    '"ä", "b"',
    '"", "b"',
    '"b" and more',
  ])('matches "b" with %j', (header) => {
    expect([isFresh(header, '"b"'), isFresh(header, 'W/"b"')]).toEqual([true, true]);
  });

  it.each([
    undefined,
    '',
    'b',
    '"B"',
    '"a"',
    '"a" "b"',
    'a, "b"',
    '"a" b, "b"',
    '"b',
    'b"',
    'w/"b"',
    '"W/"b""',
    '"a,b"',
    '*, "b"x',
    '**',
    '"x"b"',
  ])('does not match "b" with %j', (header) => {
    expect(isFresh(header, '"b"')).toBe(false);
  });

  it('is parsed in no time, even at the maximum length of headers', () => {
    expect(isFresh(`${'"a" , ,'.repeat(2000)}"b`, '"b"')).toBe(false);
    expect(isFresh(`"${'a, '.repeat(5000)}`, '"b"')).toBe(false);
    expect(isFresh(`${'1 '.repeat(8000)}, "b"`, '"b"')).toBe(false);
    expect(isFresh(`${'1'.repeat(16_000)} x`, '"b"')).toBe(false);
  });
});

describe('If-Match (RFC 9110, 13.1.1)', () => {
  it.each<[string | undefined, string[] | undefined]>([
    [undefined, undefined],
    ['*', undefined],
    [' * ', undefined],
    ['"a"', ['"a"']],
    ['"a", "b"', ['"a"', '"b"']],
    ['\t"a" ,,"b"', ['"a"', '"b"']],
    ['"a,b"', ['"a,b"']],
    ['""', ['""']],
    ['W/"a", "b"', ['"b"']],
    ['3, "4"', ['"3"', '"4"']],
    ['', []],
    [' ', []],
    ['*, "a"', []],
    ['"a", *', ['"a"']],
    ['a, "b"', []],
    ['"a" "b"', ['"a"']],
    ['3a', []],
    [',', []],
    ["'a'", []],
    ['"a', []],
    ['w/"a"', []],
    [', W/"b", "a,b",, "c"', ['"a,b"', '"c"']],
    ['"a" trailing', ['"a"']],
  ])('%j names the strong tags %j', (header, tags) => {
    expect(strongTagsOf(header)).toEqual(tags);
  });
});

describe('the entity tag of a text', () => {
  it('is one strong tag, and differs for another text', () => {
    expect(entityTagOf('{"a":1}')).toMatch(/^"[\w-]{16}"$/);
    expect(entityTagOf('{"a":1}')).toBe(entityTagOf('{"a":1}'));
    expect(entityTagOf('{"a":2}')).not.toBe(entityTagOf('{"a":1}'));
  });

  it('differs for each content coding', () => {
    expect([codedTag('"3"', 'br'), codedTag('"3"', 'gzip')]).toEqual(['"3-br"', '"3-gzip"']);
  });
});

describe('Accept-Encoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['BR; Q=1', 'br'],
    ['br;q=nonsense', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, *', 'br'],
    ['gzip;q=0.001', 'gzip'],
  ])('with value %j selects %j', (header, expected) => {
    expect(chooseCoding(header)).toBe(expected);
  });
});

describe('a value with parameters', () => {
  it.each([
    ['text/csv', ['text/csv']],
    [' text/csv ;charset=utf-8;\tq=1 ', ['text/csv', 'charset=utf-8', 'q=1']],
    ['text/csv;', ['text/csv', '']],
  ])('is split at semicolons: %j', (value, parts) => {
    expect(partsOf(value)).toEqual(parts);
  });

  it('may have any number of blanks', async () => {
    const blanks = ' '.repeat(1024 * 1024);
    expect(partsOf(`a${blanks}b`)).toEqual([`a${blanks}b`]);
    expect(chooseCoding(`a${blanks}b, gzip${blanks};${blanks}q=0.5`)).toBe('gzip');
    // The timeout of a test fires only while the test waits.
    await setTimeout(1);
  });
});
