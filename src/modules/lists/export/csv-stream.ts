import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Pool } from '../../../database/client.ts';
import { GUARD_PATTERN } from '../../../lib/formula-guard.ts';
import { organizationOf } from '../../../lib/principal.ts';
import { OperationScope, runWith } from '../../../lib/request-context.ts';
import { Bitmap } from '../../facets/bitmap.ts';
import type { ValueShape } from '../../fields/own-field.ts';
import { idsAt, type Snapshot, type Tier } from '../members/snapshot.ts';

const HEADER =
  'company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains';

/** By this mark, Excel recognizes UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A column of an own field, after the built-in ones. */
export interface OwnColumn extends ValueShape {
  id: number;
  key: string;
}

/** Content of a file, and the organization that it is made for. */
interface CsvOptions {
  /** Exports of one organization share connections. */
  organizationId: number;
  /** Tiers of the members, the first first. */
  tiers: readonly Tier[];
  /** Whether the file starts with a byte order mark. */
  bom: boolean;
  /** Own fields of its further columns. */
  columns?: readonly OwnColumn[];
  /** Ends the stream with its reason as the error. */
  signal?: AbortSignal;
}

/** Most members of a part; fewer if their rows would exceed PART_BYTES. */
const PART_ROWS = 10_000;
/** Bytes that an export holds in memory: the part that is being sent, and the two after it. */
const HELD_BYTES = 4 * 1024 * 1024;
const PART_BYTES = HELD_BYTES / 3;
/** Members of the first part: few, as the length of rows is not known yet. */
const FIRST_ROWS = 2_000;

/**
 * Streams the members of a snapshot as CSV (contract, section 6), in the order of its pages. It takes a connection for
 * each part and gives it back before the part is sent: a slow reader holds three parts in memory and nothing else. Parts
 * fit together, as a snapshot never changes. Destroying the stream cancels its statements.
 *
 * @param onEnd called once, when the stream closes.
 */
export function streamCsv(
  pool: Pool,
  snapshot: Snapshot,
  { organizationId, tiers, bom, columns = [], signal }: CsvOptions,
  onEnd?: () => void,
): Readable {
  const scope = new OperationScope(organizationOf(organizationId));
  const nextPart = partsOf(snapshot, tiers);
  const header = `${bom ? BYTE_ORDER_MARK : ''}${[HEADER, ...columns.map(({ key }) => key)].join(',')}\n`;
  const own = { organizationId, columns };
  const stream = Readable.from(csvPieces(pool, { snapshot, own }, scope, header, nextPart), {
    objectMode: false,
  });
  const abort = () => {
    // Its generator must not wait for a statement.
    scope.stop(signal?.reason);
    stream.destroy(signal?.reason);
  };
  signal?.addEventListener('abort', abort);
  stream.once('close', () => {
    signal?.removeEventListener('abort', abort);
    scope.stop(new Error('nobody reads the export'));
    onEnd?.();
  });
  return stream;
}

interface Content {
  snapshot: Snapshot;
  own: { organizationId: number; columns: readonly OwnColumn[] };
}

async function* csvPieces(
  pool: Pool,
  content: Content,
  scope: OperationScope,
  header: string,
  nextPart: NextPart,
): AsyncGenerator<Buffer | string> {
  const fetchNext = async (rows: number): Promise<FetchedPart | undefined> => {
    const part = nextPart(rows);
    return part && runWith({ operation: scope }, () => fetchPart(pool, content, part));
  };
  const fetchAfter = (before: Promise<FetchedPart | undefined>) => {
    const fetched = before.then((part) => part && fetchNext(rowsFor(part)));
    // A failure is handled where this is awaited. A reader who left never awaits it.
    fetched.catch(() => undefined);
    return fetched;
  };
  yield header;
  // Own texts may be long.
  let next = fetchNext(Math.ceil(FIRST_ROWS / (1 + content.own.columns.length)));
  let afterNext = fetchAfter(next);
  for (let part = await next; part; part = await next) {
    // PostgreSQL computes the part after next, however long this one takes to be sent.
    next = afterNext;
    afterNext = fetchAfter(next);
    yield* part.pieces;
  }
}

/** Number of rows like those of a part that fit into the next one. */
function rowsFor({ rows, bytes }: FetchedPart): number {
  return Math.max(1, Math.min(PART_ROWS, Math.floor((PART_BYTES * rows) / Math.max(1, bytes))));
}

interface FetchedPart {
  rows: number;
  bytes: number;
  /** Chunks are joined: each piece is a write to a socket, which costs more than copying its bytes once. */
  pieces: readonly Buffer[];
}

const PIECE_BYTES = 64 * 1024;

async function fetchPart(pool: Pool, content: Content, { tier, start, rows }: Part): Promise<FetchedPart> {
  const client = await pool.connect();
  // A connection in the middle of a COPY cannot be used again.
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
    const stream: Readable = client.query(copyTo(copyOf(content, tier, start, rows)));
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

/** Members of one tier by their positions in it. */
interface Part {
  tier: Tier;
  start: number;
  rows: number;
}

/** Gives the next part of at most so many members, tier by tier; undefined after the last. */
type NextPart = (most: number) => Part | undefined;

function partsOf(snapshot: Snapshot, wanted: readonly Tier[]): NextPart {
  const tiers = [...wanted];
  let start = 0;
  return (most) => {
    for (let [tier] = tiers; tier; [tier] = tiers) {
      const rows = Math.min(most, snapshot[tier].size - start);
      if (rows > 0) {
        start += rows;
        return { tier, start: start - rows, rows };
      }
      tiers.shift();
      start = 0;
    }
    return undefined;
  };
}

/** Reads a part in the order of ids, by one pass over the primary key. */
function copyOf({ snapshot, own }: Content, tier: Tier, start: number, rows: number): string {
  const ids = idsAt(snapshot[tier], start, rows);
  const added = snapshot.added.isEmpty ? [] : ids.filter((id) => snapshot.added.has(id));
  return `COPY (
    SELECT c.id, ${csvCell('c.name')}, ${csvCell('c.slug')}, ${csvCell('c.primary_domain')}, ${pg.escapeLiteral(tier)},
      CASE WHEN c.id = ANY (${arrayOf(added)}) THEN 'added' ELSE 'definition' END,
      c.partnership_count, ${csvCell('c.industry')}, c.employee_range, c.country, c.founded_year,
      CASE WHEN c.domain_count = 1 THEN ${csvCell('c.primary_domain')} ELSE (
        SELECT ${csvCell('listed.domains')} FROM (
          SELECT string_agg(d.domain, ' ' ORDER BY d.is_primary DESC, d.position, d.domain) AS domains
          FROM company_domain d WHERE d.company_id = c.id) listed) END${own.columns.map(cellOf).join('')}
    FROM company c ${own.columns.length > 0 ? joinOf(own) : ''} WHERE ${isOneOf('c.id', ids)} ORDER BY c.id
  ) TO STDOUT (FORMAT csv)`;
}

/** Reads the values of a company, and those that it lacks of companies that were merged into it, as pages of companies do. */
function joinOf({ organizationId, columns }: Content['own']): string {
  return `LEFT JOIN LATERAL (
    SELECT jsonb_object_agg(e.key, e.value ORDER BY k.place DESC, k.source DESC) AS own FROM (
      SELECT c.id AS source, 0 AS place
      UNION ALL SELECT r.id, 1 FROM retired_company r WHERE r.merged_into = c.id
    ) k JOIN own_field_values o ON o.company_id = k.source AND o.scope_id IN (0, ${organizationId}),
      jsonb_each(o."values") e WHERE e.key = ANY ('{${columns.map(({ id }) => id).join(',')}}'::text[])
  ) stated ON true`;
}

/** SQL of the cell of an own field. Numbers, days and booleans begin no formula. */
function cellOf({ id, type, multiple }: OwnColumn): string {
  const text = `(own ->> '${id}')`;
  if (type === 'number' || type === 'date' || type === 'boolean') return `,\n      ${text}`;
  const list = `(SELECT string_agg(v, '${LIST_SEPARATOR}' ORDER BY n)
        FROM jsonb_array_elements_text(own -> '${id}') WITH ORDINALITY AS l (v, n))`;
  return `,\n      ${multiple ? `(SELECT ${csvCell('joined.list')} FROM (SELECT ${list} AS list) joined)` : csvCell(text)}`;
}

/** Between the values of a list, as files of companies have them. */
const LIST_SEPARATOR = ';';

/** Dense ids become a range and the ids that are missing from it: a shorter text, which PostgreSQL reads faster. */
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

const GUARDED = pg.escapeLiteral(GUARD_PATTERN);
/** Code points from A to z, with which nearly all texts start. The pattern would take a fifth of the time of an export. */
const HARMLESS = [65, 122];
/** The backslash is among them, and begins `\N`. */
const BACKSLASH = 92;

/** Returns SQL for `guard` of a text (docs/api/lists.md). */
export function csvCell(text: string): string {
  return `CASE WHEN ascii(${text}) BETWEEN ${HARMLESS.join(' AND ')} AND ascii(${text}) <> ${BACKSLASH} THEN ${text}
    WHEN ${text} ~ ${GUARDED} THEN '''' || ${text} ELSE ${text} END`;
}
