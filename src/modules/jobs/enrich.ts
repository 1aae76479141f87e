import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { PoolClient, Queryable } from '../../database/client.ts';
import { Slices } from '../../lib/slices.ts';
import { readSpending } from '../access/key-spending.ts';
import type { Partnership } from '../catalogue/company.ts';
import { loadSlices, PARTNERSHIPS } from '../catalogue/edge-queries.ts';
import { type Billing, isBillable } from '../credits/billing.ts';
import { type ChargeReceipt, chargeForJob, isRefusedCharge } from '../credits/service.ts';
import { type Priced, quoteCompanies, readPrices, survivorsOf } from '../credits/unlocks.ts';
import { Bitmap } from '../facets/bitmap.ts';
import { readMatched } from './chunks.ts';
import type { RowValues } from './job.ts';
import type { StopReason, StoredJob } from './queries.ts';
import { type KindRun, type RunOutcome, type RunRow, readCompanies } from './run-chunk.ts';

/** Partners of a company that an outcome keeps, the latest observation first. */
const MAX_PARTNERS = 2_000;
const FIRST = { limit: MAX_PARTNERS, offset: 0, after: undefined, before: undefined, backwards: false };
/** Partners that a transaction stores: some 350 KB of JSON. A row with more is a transaction of its own. */
const PARTNERS_AT_ONCE = 2_500;

/** Creates the kind that adds partners to rows and charges for their companies, as the enrichment of domains does. */
export function createEnrichRun(billing: Billing): KindRun {
  return {
    async prepare(db, _job, rows) {
      const fitting = takeFitting(rows);
      const partners = await loadPartners(db, fitting);
      const slices = new Slices();
      const priced: PricedRow[] = [];
      for (const [index, row] of fitting.entries()) {
        const { result, company } = row;
        const found = partners[index] ?? [];
        priced.push({ row, partners: found.map(toShown), why: whyFree(result, company, found, billing) });
        await slices.pause();
      }
      return (client, job, now) => runRows(client, job, now, priced);
    },
    price: (db, job, done, now) => priceOf(db, job, done, now, billing),
  };
}

/** Takes rows from the first one on whose partners fit into a transaction: one at least. */
function takeFitting(rows: readonly RunRow[]): readonly RunRow[] {
  let partners = 0;
  const end = rows.findIndex(({ company }, index) => {
    partners += Math.min(company?.partnershipCount ?? 0, MAX_PARTNERS);
    return partners > PARTNERS_AT_ONCE && index > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Loads the partners of each row. Rows with a company share them. */
async function loadPartners(db: Queryable, rows: readonly RunRow[]): Promise<Partnership[][]> {
  const ids = [...new Set(rows.flatMap(({ company }) => company?.companyId ?? []))];
  const loaded = ids.length > 0 ? await loadSlices(db, PARTNERSHIPS, ids, FIRST) : [];
  const byId = new Map(ids.map((id, index) => [id, loaded[index]]));
  return rows.map(({ company }) => byId.get(company?.companyId ?? 0) ?? []);
}

/** Returns why a row costs nothing whatever is unlocked; undefined if its company is to be paid for. */
function whyFree(
  { verdict, isDuplicate }: RunRow['result'],
  company: RunRow['company'],
  partners: readonly Partnership[],
  billing: Billing,
): FreeReason | undefined {
  if (verdict === 'invalid') return 'invalid';
  // A company may have left the catalogue since its row was matched.
  if (!company) return 'no_match';
  if (isDuplicate) return 'duplicate';
  return isBillable(billing, partners.length) ? undefined : 'no_partnerships';
}

/**
 * Charges for as many rows as the cap of the job, the balance and the limit of its credential allow. Prices are read first, and the
 * constraints of the charge decide: if another request has spent the credits meanwhile, everything is read again.
 */
async function runRows(
  client: PoolClient,
  job: StoredJob,
  at: Date,
  rows: readonly PricedRow[],
): Promise<RunOutcome> {
  const companyIds = [...new Set(rows.flatMap((row) => idOf(row) ?? []))];
  for (;;) {
    const prices = await readPrices(client, job.organizationId, companyIds, at, true);
    const cut = cutToRoom(rows, prices, await readRoom(client, job, prices.balance, at));
    const receipt = await chargeOnce(client, job, at, cut.rows);
    if (!receipt) continue;
    // If others have paid for some of the companies meanwhile, there is room for more rows.
    const stop = receipt.cost === cut.cost ? cut.stop : undefined;
    return { values: toValues(cut.rows, receipt), credits: receipt.cost, stop };
  }
}

async function readRoom(client: PoolClient, job: StoredJob, balance: number, at: Date): Promise<Room> {
  const [spending] = await readSpending(client, [job.apiKeyId ?? 0], at);
  return [
    ['max_credits', Math.max((job.maxCredits ?? 0) - job.creditsCharged, 0)],
    ['insufficient_credits', balance],
    ['credit_limit_reached', spending?.remaining ?? Number.POSITIVE_INFINITY],
  ];
}

const SAVEPOINT = 'SAVEPOINT charge';
const ROLLBACK = 'ROLLBACK TO SAVEPOINT charge';

/** @returns undefined if balance or limit refused the charge, which then has no effect on the transaction. */
async function chargeOnce(
  client: PoolClient,
  { jobId, organizationId, apiKeyId }: StoredJob,
  at: Date,
  rows: readonly PricedRow[],
): Promise<ChargeReceipt | undefined> {
  const request = {
    ...{ organizationId, jobId, at, requestId: null, keyId: apiKeyId ?? 0 },
    kind: 'enrichment',
    companyIds: [...new Set(rows.flatMap((row) => idOf(row) ?? []))],
  } as const;
  await client.query(SAVEPOINT);
  try {
    return await chargeForJob(client, request);
  } catch (error) {
    if (!isRefusedCharge(error)) throw error;
    await client.query(ROLLBACK);
    return undefined;
  }
}

/** Returns what each row has and what it cost, from the receipt of the charge. */
function toValues(rows: readonly PricedRow[], receipt: ChargeReceipt): RowValues[] {
  const { chargedIds, survivors, entryId } = receipt;
  const paid = new Set<number>();
  return rows.map((priced) => {
    const { row, partners } = priced;
    const answer = row.company && {
      partnership_count: row.company.partnershipCount,
      partners,
    };
    const id = idOf(priced);
    if (id === undefined) return { ...answer, credits: 0, free_because: priced.why };
    if (!chargedIds.has(id)) return { ...answer, credits: 0, free_because: 'in_window' };
    // Companies of two rows may have been merged since they were matched.
    const survivor = survivors.get(id) ?? id;
    if (paid.has(survivor)) return { ...answer, credits: 0, free_because: 'duplicate' };
    paid.add(survivor);
    return { ...answer, credits: 1, entry_id: entryId };
  });
}

/** A partner as results show it: with the names of the enrichment of domains. */
function toShown(partner: Partnership): object {
  return {
    partner_name: partner.partnerName,
    partner_domain: partner.partnerDomain,
    partner_slug: partner.partnerSlug,
    first_observed_at: partner.firstObservedAt,
    last_observed_at: partner.lastObservedAt,
    observation_count: partner.observationCount,
  };
}

/** A row with what its company has. */
interface PricedRow {
  row: RunRow;
  /** As results show them. */
  partners: readonly object[];
  /** Undefined if its company is to be paid for. */
  why: FreeReason | undefined;
}

/** Returns the company that a row is to pay for; undefined if it costs nothing whatever is unlocked. */
export const idOf = ({ row, why }: PricedRow): number | undefined =>
  why === undefined ? row.company?.companyId : undefined;

/** Credits that may be spent now, by what bounds them. Of equal bounds, the first one is the reason. */
type Room = readonly (readonly [StopReason, number])[];

/** Rows that can be paid. */
interface Cut {
  rows: readonly PricedRow[];
  /** Credits that they cost by the prices that were read. */
  cost: number;
  /** What refuses the next row; undefined if all rows can be paid. */
  stop: StopReason | undefined;
}

/** Takes rows from the first one on while they can be paid, each company once. Free rows after the last paid one count in. */
function cutToRoom(rows: readonly PricedRow[], prices: Priced, room: Room): Cut {
  const survivors = survivorsOf(prices);
  const open = new Set(prices.window_ids);
  const [stop, most] = room.reduce((tightest, bound) => (bound[1] < tightest[1] ? bound : tightest));
  const paid = new Set<number>();
  const end = rows.findIndex((row) => {
    const id = idOf(row);
    if (id === undefined) return false;
    const survivor = survivors.get(id) ?? id;
    if (open.has(survivor) || paid.has(survivor)) return false;
    if (paid.size >= most) return true;
    paid.add(survivor);
    return false;
  });
  if (end === -1) return { rows, cost: paid.size, stop: undefined };
  return { rows: rows.slice(0, end), cost: paid.size, stop };
}

/**
 * Computes what the rows of a job after those that are done would cost now: a credit for each distinct company in the catalogue that is
 * not unlocked. Rows of companies that earlier rows have cost nothing.
 */
async function priceOf(
  db: Queryable,
  job: StoredJob,
  done: number,
  at: Date,
  billing: Billing,
): Promise<number> {
  if (job.leaveOut.includes('matched')) return 0;
  const wanted = new Bitmap();
  let cost = 0;
  for (let row = done; row < job.rowCount; ) {
    const { through, companyIds } = await readMatched(db, job, row, job.rowCount);
    const companies = await readCompanies(db, companyIds);
    const added = [...companies.values()].flatMap(({ companyId, partnershipCount }) =>
      isBillable(billing, partnershipCount) && !wanted.has(companyId) ? companyId : [],
    );
    cost += (await quoteCompanies(db, job.organizationId, [...new Set(added)], at)).cost;
    wanted.addMany(added);
    row = through;
    await nextTurn();
  }
  return cost;
}

/** Reasons why a row of an enrichment cost nothing. */
const FREE_REASONS = ['in_window', 'no_match', 'no_partnerships', 'duplicate', 'invalid'] as const;
export type FreeReason = (typeof FREE_REASONS)[number];

/** What an enrichment stores of a row, beside its partners. Absent values are empty. */
const receipt = z.object({
  /** Credits that the row has cost: 0 or 1. */
  credits: z.number(),
  free_because: z.enum(FREE_REASONS).optional(),
  /** Entry of the ledger that charged for it. */
  entry_id: z.number().nullish(),
  partnership_count: z.number().optional(),
});

/** Returns the receipt of a row; undefined unless it was enriched. */
export function receiptOf(values: RowValues | undefined): z.infer<typeof receipt> | undefined {
  return receipt.safeParse(values).data;
}
