import { describe, expect, it } from '@jest/globals';
import { codedTag, entityTagOf, isFresh } from '../../src/lib/entity-tag.ts';

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
