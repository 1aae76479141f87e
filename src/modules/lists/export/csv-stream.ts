import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Pool } from '../../../database/client.ts';
import { OperationScope, runInScope } from '../../../lib/operation-scope.ts';
import { Bitmap } from '../../facets/bitmap.ts';
import { idsAt } from '../members/member-page.ts';
import { type Snapshot, TIERS, type Tier } from '../members/snapshot.ts';

const HEADER =
  'company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains\n';

/** Members of one part; fewer where a part of so many would pass PART_BYTES. */
const PART_ROWS = 10_000;
/** What an export holds in memory: a part that is being sent, and two that come after it. */
const HELD_BYTES = 4 * 1024 * 1024;
const PART_BYTES = HELD_BYTES / 3;
/** Before anything of a list has been seen: small, as its companies may have long rows. */
const FIRST_ROWS = 2_000;

export interface CsvReader {
  /** Exports of one organization share connections. */
  organizationId: number;
  /** Called once, when nothing more is read. */
  onEnd?: (() => void) | undefined;
}

/**
 * The members of a snapshot as CSV (contract, section 6), in the order of its pages. A connection is taken for each part
 * and given back before the part is sent: a reader who is slow, or stops, holds three parts in memory and nothing else.
 * Parts fit together, as a snapshot never changes. Destroying the stream cancels what runs for it.
 */
export function streamCsv(pool: Pool, snapshot: Snapshot, { organizationId, onEnd }: CsvReader): Readable {
  const scope = new OperationScope(organizationId);
  const stream = Readable.from(csvPieces(pool, snapshot, scope), { objectMode: false });
  stream.once('close', () => {
    scope.stop(new Error('nobody reads the export'));
    onEnd?.();
  });
  return stream;
}

async function* csvPieces(
  pool: Pool,
  snapshot: Snapshot,
  scope: OperationScope,
): AsyncGenerator<Buffer | string> {
  const places = new Places(snapshot);
  const fetchNext = async (rows: number): Promise<FetchedPart | undefined> => {
    const part = places.next(rows);
    return part && runInScope(scope, () => fetchPart(pool, snapshot, part));
  };
  const fetchAfter = (before: Promise<FetchedPart | undefined>) => {
    const fetched = before.then((part) => part && fetchNext(rowsFor(part)));
    // Its failure is met when it is awaited, unless the reader has left by then.
    fetched.catch(() => undefined);
    return fetched;
  };
  yield HEADER;
  let next = fetchNext(FIRST_ROWS);
  let afterNext = fetchAfter(next);
  for (let part = await next; part; part = await next) {
    // PostgreSQL goes on with the one after next, however long this one takes to be sent.
    next = afterNext;
    afterNext = fetchAfter(next);
    yield* part.pieces;
  }
}

/** How many rows like those of a part fit into the next one. */
function rowsFor({ rows, bytes }: FetchedPart): number {
  return Math.max(1, Math.min(PART_ROWS, Math.floor((PART_BYTES * rows) / Math.max(1, bytes))));
}

interface FetchedPart {
  rows: number;
  bytes: number;
  /** Every piece becomes a write to a socket, which costs more than copying its bytes once. */
  pieces: readonly Buffer[];
}

const PIECE_BYTES = 64 * 1024;

async function fetchPart(pool: Pool, snapshot: Snapshot, { tier, start, rows }: Part): Promise<FetchedPart> {
  const client = await pool.connect();
  // Left in the middle of a COPY, the connection is of no more use.
  let midway = true;
  try {
    const part = { rows, bytes: 0, pieces: [] as Buffer[] };
    let held: Buffer[] = [];
    let bytes = 0;
    const keep = () => {
      if (bytes > 0) part.pieces.push(Buffer.concat(held, bytes));
      part.bytes += bytes;
      held = [];
      bytes = 0;
    };
    const stream: Readable = client.query(copyTo(copyOf(snapshot, tier, start, rows)));
    for await (const chunk of stream) {
      held.push(chunk);
      bytes += chunk.length;
      if (bytes >= PIECE_BYTES) keep();
    }
    keep();
    midway = false;
    return part;
  } finally {
    client.release(midway);
  }
}

/** Members of one tier by their places in it. */
interface Part {
  tier: Tier;
  start: number;
  rows: number;
}

/** Goes through the members of a snapshot, tier by tier. */
class Places {
  readonly #snapshot: Snapshot;
  #tier = 0;
  #start = 0;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** @param most rows; there may be fewer. @returns undefined when all have been given out. */
  next(most: number): Part | undefined {
    for (;;) {
      const tier = TIERS[this.#tier];
      if (!tier) return undefined;
      const start = this.#start;
      const rows = Math.min(most, this.#snapshot[tier].size - start);
      if (rows > 0) {
        this.#start += rows;
        return { tier, start, rows };
      }
      this.#tier += 1;
      this.#start = 0;
    }
  }
}

/** Members of one tier come in the order of their ids: one pass over the primary key finds them. */
function copyOf(snapshot: Snapshot, tier: Tier, start: number, rows: number): string {
  const ids = idsAt(snapshot[tier], start, rows);
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
