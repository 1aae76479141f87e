import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Pool, PoolClient, Queryable } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ChargeRequest, chargeWith } from '../credits/credits-service.ts';
import { Bitmap } from '../facets/bitmap.ts';
import { effect, statementEffect } from '../idempotency/effects.ts';
import { recordEvent } from './audit.ts';
import type { Caller } from './list.ts';
import { idsAt, membersOf } from './members.ts';
import { type MaterializationInfo, type Snapshot, TIERS, type Tier } from './snapshot.ts';

/** What an export was charged, and what it is pinned to. */
export interface ListExport {
  materialization: MaterializationInfo;
  creditsCharged: number;
  /** The balance afterwards, in credits. */
  creditsRemaining: number;
}

/** Windows that parallel requests opened while a charge ran may have begun a little earlier than its own. */
const CAUTION_MS = 60 * 60 * 1000;

/**
 * Charges the members of a list as enrichment does (contract, section 5), before anything of them is sent: a company
 * paid for within 30 days costs nothing. Charge and audit entry commit together. A materialization remembers until when
 * all its members are paid for, so that a second download need not look up each of them.
 *
 * @throws Fault insufficient_credits; then nothing was charged.
 */
export async function chargeExport(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  requestId: string,
  snapshot: Snapshot,
): Promise<ListExport> {
  const at = clock.now();
  const balance = await findBalanceIfPaid(pool, caller, snapshot, at);
  if (balance !== undefined) {
    return statementEffect(pool, caller.memory, async (db) => {
      await recordExport(db, caller, snapshot, 0, at);
      return toExport(snapshot, 0, balance);
    });
  }
  const request: ChargeRequest = {
    organizationId: caller.organizationId,
    companyIds: membersOf(snapshot).toUint32Array(),
    kind: 'export',
    keyId: caller.keyId,
    requestId,
    at,
  };
  return chargeWith(pool, request, (charge) =>
    effect(pool, caller.memory, async (client) => {
      const { cost, balance, paidUntil } = await charge(client);
      await recordExport(client, caller, snapshot, cost, at);
      await client.query('UPDATE list_materialization SET paid_until = $2 WHERE id = $1', [
        snapshot.materializationId,
        new Date(paidUntil.getTime() - CAUTION_MS),
      ]);
      return toExport(snapshot, cost, balance);
    }),
  );
}

/** @returns the balance in credits when every member is known to be paid for; else undefined. */
async function findBalanceIfPaid(
  pool: Pool,
  { organizationId }: Caller,
  { listId, materializationId }: Snapshot,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ balance: number }>({
    name: 'list_materialization_paid',
    text: `SELECT o.credit_balance AS balance
      FROM list_materialization m JOIN list l ON l.id = m.list_id JOIN organization o ON o.id = l.organization_id
      WHERE m.id = $1 AND m.list_id = $2 AND o.id = $3 AND m.paid_until > $4`,
    values: [materializationId, listId, organizationId, at],
  });
  return rows[0]?.balance;
}

function recordExport(
  client: Queryable,
  caller: Caller,
  { listId, materializationId, counts }: Snapshot,
  cost: number,
  at: Date,
): Promise<void> {
  const details = { materialization_id: materializationId, members: counts.total, credits_charged: cost };
  return recordEvent(client, caller, listId, 'list_exported', details, at);
}

function toExport(snapshot: Snapshot, creditsCharged: number, creditsRemaining: number): ListExport {
  const { high: _h, medium: _m, exploratory: _e, added: _a, ...materialization } = snapshot;
  return { materialization, creditsCharged, creditsRemaining };
}

const HEADER =
  'company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains\n';

/** So many members go out with one COPY: memory stays the same, whatever the size of the list. */
const CHUNK = 20_000;

/**
 * The members of a snapshot as CSV (contract, section 6), in the order of its pages. Reads as fast as it is read from;
 * destroying the stream frees the connection.
 */
export function streamCsv(pool: Pool, snapshot: Snapshot): Readable {
  return Readable.from(csvChunks(pool, snapshot), { objectMode: false });
}

async function* csvChunks(pool: Pool, snapshot: Snapshot): AsyncGenerator<Buffer | string> {
  const client = await pool.connect();
  // Left in the middle of a COPY, the connection is of no more use.
  let midway = true;
  try {
    yield HEADER;
    const statements = copyStatements(snapshot);
    let next = sendNext(client, statements);
    while (next) {
      const stream = next;
      // Sent ahead: PostgreSQL goes on as soon as it is done with this part, while that is still on its way out.
      next = sendNext(client, statements);
      yield* inLargerParts(stream);
    }
    midway = false;
  } finally {
    client.release(midway);
  }
}

/** Every part becomes a write to a socket, which costs more than copying its bytes once. */
const PART_BYTES = 64 * 1024;

async function* inLargerParts(stream: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held, bytes);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held, bytes);
}

function sendNext(client: PoolClient, statements: Iterator<string>): Readable | undefined {
  const { value, done } = statements.next();
  if (done) return undefined;
  const stream = client.query(copyTo(value));
  // When the part before it fails, nobody reads this one: its failure is the same.
  stream.on('error', () => undefined);
  return stream;
}

function* copyStatements(snapshot: Snapshot): Generator<string> {
  for (const tier of TIERS) {
    for (let start = 0; start < snapshot[tier].size; start += CHUNK) yield copyOf(snapshot, tier, start);
  }
}

/** Members of one tier come in the order of their ids: one pass over the primary key finds them. */
function copyOf(snapshot: Snapshot, tier: Tier, start: number): string {
  const ids = idsAt(snapshot[tier], start, CHUNK);
  const added = snapshot.added.isEmpty ? [] : ids.filter((id) => snapshot.added.has(id));
  return `COPY (
    SELECT c.id, ${cell('c.name')}, ${cell('c.slug')}, ${cell('c.primary_domain')}, ${pg.escapeLiteral(tier)},
      CASE WHEN c.id = ANY (${arrayOf(added)}) THEN 'added' ELSE 'definition' END,
      c.partnership_count, ${cell('c.industry')}, c.employee_range, c.country, c.founded_year,
      CASE WHEN c.domain_count = 1 THEN ${cell('c.primary_domain')} ELSE (
        SELECT ${cell('listed.domains')} FROM (
          SELECT string_agg(d.domain, ' ' ORDER BY d.is_primary DESC, d.position, d.domain) AS domains
          FROM company_domain d WHERE d.company_id = c.id) listed) END
    FROM company c WHERE ${isOneOf('c.id', ids)} ORDER BY c.id
  ) TO STDOUT (FORMAT csv)`;
}

/** Ids that lie close together are said by their range and what is missing from it: a shorter text, and read quicker. */
function isOneOf(column: string, ids: Uint32Array): string {
  const [first = 0] = ids;
  const last = ids.at(-1) ?? 0;
  if (last - first >= ids.length * 2) return `${column} = ANY (${arrayOf(ids)})`;
  const missing = Bitmap.fromRange(first, last + 1).andNotInPlace(new Bitmap(ids));
  return `${column} BETWEEN ${first} AND ${last} AND ${column} <> ALL (${arrayOf(missing.toUint32Array())})`;
}

function arrayOf(ids: { join(separator: string): string }): string {
  return `'{${ids.join(',')}}'::int[]`;
}

/** The code points of `= + - @`, tab and carriage return. */
const FORMULA_STARTS = '61, 43, 45, 64, 9, 13';

/** A text that a spreadsheet would run as a formula begins with an apostrophe instead (OWASP, "CSV Injection"). */
function cell(text: string): string {
  return `CASE WHEN ascii(${text}) IN (${FORMULA_STARTS}) THEN '''' || ${text} ELSE ${text} END`;
}
