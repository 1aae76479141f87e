import { seedCompany } from '../../harness/seed.ts';
import type { JobFile } from './support.ts';

const COMPANIES = 40;

/** Stores companies c0.example, c1.example and so on. */
export const seedNumbered = async (pool: Parameters<typeof seedCompany>[0]) => {
  for (let n = 0; n < COMPANIES; n += 1)
    await seedCompany(pool, { name: `Company ${n}`, slug: `company-${n}`, domains: [`c${n}.example`] });
  return {};
};

/** Returns a file whose rows name companies in an order that returns to each of them. */
export const fileOf = (rows: number): JobFile => ({
  header: ['Site', 'No'],
  fields: ['domain', 'ref'],
  rows: Array.from({ length: rows }, (_, n) => [`c${(n * 7) % (COMPANIES + 3)}.example`, n]),
});

/** Returns the domain that a row of such a file names. */
export const siteOf = (row: JobFile['rows'][number]) => (row as readonly string[])[0] ?? '';

/** Returns what must become of the rows of such a file. */
export const expectedOf = ({ rows }: JobFile) => {
  const seen = new Set<unknown>();
  return rows.map((row) => {
    const site = siteOf(row);
    const isMatched = Number(/\d+/.exec(site)?.[0]) < COMPANIES;
    const isDuplicate = isMatched && seen.has(site);
    seen.add(site);
    return { verdict: isMatched ? 'matched' : 'unmatched', isDuplicate };
  });
};
