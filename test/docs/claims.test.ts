import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { CLAIMS, type Claim, NOT_MEASURED, Report } from './claims.ts';

/** Pages on which every number that looks measured must be a claim. Other pages have claims too. */
const PAGES = ['README.md', 'site/index.md', 'docs/comparison.md'];

/** A number with a unit, a decimal fraction, or a fraction in words. */
const MEASURED = new RegExp(
  [
    String.raw`\b\d[\d,.]*(?: to \d[\d,.]*)? ?(?:%|(?:ms|s|seconds?|minutes?|hours?|times|percent|[kKMGT]i?B|a second)\b)`,
    String.raw`\b\d+\.\d+(?:\.\d+)*\b`,
    String.raw`\b(?:half|twice|thrice|(?:a|an|one) (?:third|quarter|fifth|tenth|hundredth|thousandth)|\w+fold)\b`,
    String.raw`\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|thousand) (?:times|(?:milli)?seconds?|minutes?)\b`,
  ].join('|'),
  'gi',
);

/** Returns the prose and the tables of a page on one line, without code and without addresses of links. */
const plain = (page: string) =>
  page
    .replace(/^```[\s\S]*?^```$/gm, ' ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[[\]`]/g, '')
    .replace(/\s+/g, ' ');

/** Numbers of a page that look measured and stand neither in a claim nor in a phrase that is known to be no measurement. */
function findUnlisted(page: string, listed: readonly string[]): string[] {
  // Longer phrases first, so that one that contains another is not cut.
  const phrases = [...listed].sort((a, b) => b.length - a.length);
  const rest = phrases.reduce((text, phrase) => text.replaceAll(plain(phrase), ' … '), plain(page));
  return [...rest.matchAll(MEASURED)].map(({ index }) =>
    rest.slice(Math.max(0, index - 40), index + 40).trim(),
  );
}

/** Recorded reports, newest first. */
async function readReports(): Promise<Report[]> {
  const folders = await readdir('bench/results');
  const found = folders.map(
    async (folder) => new Report(await readFile(`bench/results/${folder}/report.md`, 'utf8')),
  );
  return (await Promise.all(found)).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

const reports = await readReports();

/** Returns the claim as pages must write it: with the numbers of the newest report that measured them. */
function writeClaim({ says, numbers }: Claim): string {
  return says.replace(/\{(\w+)\}/g, (_, name: string) => {
    const number = numbers[name];
    if (number === undefined) throw new Error(`the claim "${says}" has no number ${name}`);
    const values = reports.map((report) => number.of(report)).filter((value) => value !== undefined);
    const value = number.among?.(values) ?? values[0];
    if (value === undefined) throw new Error(`no report has ${name} of "${says}"`);
    return number.as(value);
  });
}

const written = CLAIMS.map((claim) => ({ ...claim, text: writeClaim(claim) }));

describe('a page states what the newest report measured', () => {
  const cases = written.flatMap(({ pages, text }) => pages.map((page) => [page, text] as const));
  it.each(cases)('%s: %s', async (page, text) => {
    const isThere = plain(await readFile(page, 'utf8')).includes(plain(text));
    expect({ page, states: isThere ? text : undefined }).toEqual({ page, states: text });
  });
});

it.each(PAGES)('every number of %s that looks measured is a claim', async (path) => {
  const page = await readFile(path, 'utf8');
  expect(findUnlisted(page, [...written.map(({ text }) => text), ...NOT_MEASURED])).toEqual([]);
});

it('no phrase is listed that no page has', async () => {
  const pages = (await Promise.all(PAGES.map((path) => readFile(path, 'utf8')))).map(plain);
  expect(NOT_MEASURED.filter((phrase) => !pages.some((page) => page.includes(plain(phrase))))).toEqual([]);
});

describe('a number that no report has', () => {
  it.each([
    'A look-up has 1.3 times the capacity of a hand-written service.',
    'The exact count takes a hundredth of the time.',
    'It answers in 12 ms.',
    'It is twice as fast.',
    'It is ten times as fast.',
    'An export takes 30 % less.',
    'It holds 130 MiB.',
    '| look-up over REST: capacity | fastify and pg | 0.875 |',
    'It answers 12,000 a second.',
  ])('%s', (sentence) => expect(findUnlisted(sentence, NOT_MEASURED)).toHaveLength(1));

  it.each([
    'Enrich up to 100 domains at a time.',
    'The demo has 20,000 example companies.',
    '```text\nfinished in 12 ms\n```\n',
  ])('not: %s', (sentence) => expect(findUnlisted(sentence, NOT_MEASURED)).toEqual([]));
});
