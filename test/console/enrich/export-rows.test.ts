import { expect, test } from '@jest/globals';
import {
  domainsCsv,
  type ExportBatch,
  partnersCsv,
  partnersJson,
} from '../../../console/src/features/enrich/results/export-rows.ts';

const partner = {
  partnerName: '=HYPERLINK("http://evil.test")',
  partnerDomain: 'partner.example',
  partnerSlug: 'partner',
  firstObservedAt: '2025-01-01T00:00:00.000Z',
  lastObservedAt: '2026-01-01T00:00:00.000Z',
  observationCount: 3,
};
const found = {
  domain: '-acme.com',
  status: 'FOUND',
  companyName: '@Acme, "Inc"',
  slug: 'acme',
  charge: 'CHARGED',
  windowEndsAt: '2026-04-01T00:00:00.000Z',
  partnershipCount: 2,
};
const unknown = {
  domain: 'nobody.example',
  status: 'NOT_TRACKED',
  companyName: null,
  slug: null,
  charge: 'FREE',
  windowEndsAt: null,
  partnershipCount: 0,
};
const second = { ...partner, partnerName: '+1', partnerSlug: 'other' };
const BATCHES: ExportBatch[] = [
  { rows: [found], partners: [[partner, second]] },
  { rows: [unknown], partners: [[]] },
];
const textOf = (parts: Iterable<string>) => [...parts].join('');

test('a row for each domain, with cells that spreadsheets do not run', () => {
  expect(textOf(domainsCsv(BATCHES))).toBe(
    [
      '\ufeffdomain,status,company,slug,charge,window_ends_at,partner_count',
      `'-acme.com,found,"'@Acme, ""Inc""",acme,charged,2026-04-01T00:00:00.000Z,2`,
      'nobody.example,not_tracked,,,free,,0',
      '',
    ].join('\r\n'),
  );
});

test('a row for each partner, and one for a domain without partners', () => {
  const [, ...lines] = textOf(partnersCsv(BATCHES)).split('\r\n');
  const dates = '2025-01-01T00:00:00.000Z,2026-01-01T00:00:00.000Z,3';
  const company = `'-acme.com,found,"'@Acme, ""Inc""",acme,charged,2026-04-01T00:00:00.000Z,2`;
  expect(lines).toEqual([
    `${company},"'=HYPERLINK(""http://evil.test"")",partner.example,partner,${dates}`,
    `${company},'+1,partner.example,other,${dates}`,
    'nobody.example,not_tracked,,,free,,0,,,,,,',
    '',
  ]);
});

test('JSON with an object for each partner, one a line', () => {
  const text = textOf(partnersJson(BATCHES));
  expect(JSON.parse(text)).toEqual([
    { ...found, partner },
    { ...found, partner: second },
    { ...unknown, partner: null },
  ]);
  expect(text.trimEnd().split('\n')).toHaveLength(5);
  expect(JSON.parse(textOf(partnersJson([])))).toEqual([]);
});
