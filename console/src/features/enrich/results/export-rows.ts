import { toCsv } from '../../../lib/csv.ts';

interface DomainRow {
  readonly domain: string;
  readonly status: string;
  readonly companyName?: string | null | undefined;
  readonly slug?: string | null | undefined;
  readonly charge: string;
  readonly windowEndsAt?: string | null | undefined;
  readonly partnershipCount: number;
}

interface PartnerRow {
  readonly partnerName: string;
  readonly partnerDomain: string;
  readonly partnerSlug: string;
  readonly firstObservedAt: string;
  readonly lastObservedAt: string;
  readonly observationCount: number;
}

/** Results of a batch. `partners` has the partners of each row, in the order of the rows. */
export interface ExportBatch {
  readonly rows: readonly DomainRow[];
  readonly partners: readonly (readonly PartnerRow[])[];
}

const DOMAIN_COLUMNS = ['domain', 'status', 'company', 'slug', 'charge', 'window_ends_at', 'partner_count'];
const PARTNER_COLUMNS = [
  ...['partner', 'partner_domain', 'partner_slug'],
  ...['first_observed_at', 'last_observed_at', 'observation_count'],
];
const NO_PARTNER = PARTNER_COLUMNS.map(() => '');

/** Spreadsheets read UTF-8 only after this mark. */
const MARK = '\ufeff';

function domainCells(row: DomainRow): (string | number)[] {
  const { domain, status, companyName, slug, charge, windowEndsAt, partnershipCount } = row;
  const codes = [companyName ?? '', slug ?? '', charge.toLowerCase(), windowEndsAt ?? ''];
  return [domain, status.toLowerCase(), ...codes, partnershipCount];
}

function partnerCells(partner: PartnerRow): (string | number)[] {
  const { partnerName, partnerDomain, partnerSlug, firstObservedAt, lastObservedAt, observationCount } =
    partner;
  return [partnerName, partnerDomain, partnerSlug, firstObservedAt, lastObservedAt, observationCount];
}

/** Yields the parts of a CSV file with a row for each domain. */
export function* domainsCsv(batches: Iterable<ExportBatch>): Generator<string> {
  yield MARK + toCsv([DOMAIN_COLUMNS]);
  for (const { rows } of batches) yield toCsv(rows.map(domainCells));
}

/** Yields the parts of a CSV file with a row for each partner. A domain without partners has one row. */
export function* partnersCsv(batches: Iterable<ExportBatch>): Generator<string> {
  yield MARK + toCsv([[...DOMAIN_COLUMNS, ...PARTNER_COLUMNS]]);
  for (const { rows, partners } of batches) {
    const cells = rows.flatMap((row, index) => {
      const [first, ...others] = (partners[index] ?? []).map(partnerCells);
      return [first ?? NO_PARTNER, ...others].map((partner) => [...domainCells(row), ...partner]);
    });
    yield toCsv(cells);
  }
}

/**
 * Yields the parts of a JSON array with an object for each partner, one a line. A domain without partners has one object,
 * whose `partner` is null.
 */
export function* partnersJson(batches: Iterable<ExportBatch>): Generator<string> {
  let separator = '[\n';
  for (const { rows, partners } of batches) {
    const objects = rows.flatMap((row, index) => {
      const of = partners[index] ?? [];
      return (of.length === 0 ? [null] : of).map((partner) => JSON.stringify({ ...row, partner }));
    });
    if (objects.length === 0) continue;
    yield separator + objects.join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
