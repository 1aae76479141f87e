import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { joinPages } from '../../../console/src/features/list/members/member-rows.ts';
import { placeOn } from '../../../console/src/features/list/members/panel/time-axis.ts';
import { identifierOf } from '../../../console/src/lib/identifier.ts';

describe('rows of joined pages', () => {
  test('are those of the flattened pages, whatever the sizes of the pages', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer(), { maxLength: 5 }), { maxLength: 8 }), (pages) => {
        const rows = joinPages(pages);
        const all = Array.from({ length: rows.count }, (_, index) => rows.at(index));
        expect(all).toEqual(pages.flat());
        expect([rows.at(-1), rows.at(rows.count)]).toEqual([undefined, undefined]);
      }),
    );
  });
});

describe('the time axis', () => {
  test('places sightings as shares of its length', () => {
    const axis = { from: '2024-01-01T00:00:00Z', to: '2024-01-11T00:00:00Z' };
    const seen = { firstSeen: '2024-01-03T00:00:00Z', lastSeen: '2024-01-08T00:00:00Z' };
    expect(placeOn(axis, seen)).toEqual({ start: 0.2, length: 0.5 });
  });
});

describe('identifiers in pasted texts', () => {
  test.each([
    ['https://user@www.Acme.com:8443/about?x=y', 'acme.com'],
    ['jane@acme.com', 'acme.com'],
    ['mailto:jane@acme.com', 'acme.com'],
    [' ACME.com. ', 'acme.com'],
    ['acme-gmbh', 'acme-gmbh'],
    ['www.com', 'www.com'],
    ['https://www。Acme．com/about', 'acme.com'],
    ['   ', undefined],
  ])('%j is %j', (text, expected) => {
    expect(identifierOf(text)).toBe(expected);
  });
});
