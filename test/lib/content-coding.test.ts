import { describe, expect, it } from '@jest/globals';
import { chooseCoding } from '../../src/lib/http-headers.ts';

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
