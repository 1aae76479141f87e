import { describe, expect, it } from '@jest/globals';
import { toIsoTimestamp } from '../../src/database/iso-timestamps.ts';

describe('a timestamp of PostgreSQL', () => {
  it.each([
    ['2024-03-01 00:00:00+00', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01 10:20:30.5+00', '2024-03-01T10:20:30.500Z'],
    ['2024-03-01 10:20:30.123+00', '2024-03-01T10:20:30.123Z'],
    ['2024-03-01 01:30:00+05:30', '2024-02-29T20:00:00.000Z'],
  ])('%s is %s, as a Date prints it', (text, iso) => {
    expect(toIsoTimestamp(text)).toBe(iso);
    expect(new Date(iso).toISOString()).toBe(iso);
  });
});
