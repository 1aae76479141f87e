import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromPostgresMicroseconds, toIsoTimestamp } from '../../src/database/copy-reader.ts';

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

  it('in microseconds since 2000 is what a Date prints', () => {
    const epoch = Date.UTC(2000, 0, 1);
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const microseconds = (date.getTime() - epoch) * 1000;
        // Numbers hold these exactly.
        fc.pre(Number.isSafeInteger(microseconds));
        expect(fromPostgresMicroseconds(microseconds)).toBe(date.toISOString());
        expect(fromPostgresMicroseconds(microseconds + 999)).toBe(date.toISOString());
      }),
      { numRuns: 2_000 },
    );
  });
});
