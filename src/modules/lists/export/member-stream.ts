import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import type { Pool } from '../../../database/client.ts';
import { streamFile } from '../../../lib/file-stream.ts';
import { toParquet } from '../../../lib/parquet/parquet-stream.ts';
import { type OperationScope, runWith } from '../../../lib/request-context.ts';
import { Bitmap } from '../../facets/bitmap.ts';
import { idsAt, type MemberSets, type Tier } from '../members/snapshot.ts';
import { arrayOf, BUILT_IN, type MemberColumn } from './columns.ts';

export type FileFormat = 'csv' | 'ndjson' | 'parquet';

/** By this mark, Excel recognizes UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Content of a file, and the organization that it is made for. */
interface FileOptions {
  format: FileFormat;
  /** Exports of one organization share connections. */
  organizationId: number;
  /** Tiers of the members, the first first. */
  tiers: readonly Tier[];
  columns: readonly MemberColumn[];
  /** Time whose unlocks open partners; null: partners are not metered. */
  unlockedAt: Date | null;
  /** Whether a CSV file starts with a byte order mark. */
  bom: boolean;
  /** Ends the stream with its reason as the error. */
  signal: AbortSignal;
}

/** Most members of a part; fewer if their rows would exceed PART_BYTES. */
const PART_ROWS = 10_000;
/** Bytes that an export holds in memory: the part that is being sent, and the two after it. */
const HELD_BYTES = 4 * 1024 * 1024;
const PART_BYTES = HELD_BYTES / 3;
/** Members of the first part: few, as the length of rows is not known yet. */
const FIRST_ROWS = 2_000;

/**
 * Streams members as a file (contract, sections 6 and 14), in the order of their pages. It takes a connection for
 * each part and gives it back before the part is sent: a slow reader holds three parts in memory, beside a row group of Parquet.
 * Parts fit together, as a snapshot never changes. Destroying the stream cancels its statements.
 *
 * @param onEnd called once, when the stream closes.
 */
export function streamMembers(
  pool: Pool,
  members: MemberSets,
  { tiers, signal, ...content }: FileOptions,
  onEnd: () => void,
): Readable {
  const { format, columns, bom } = content;
  const open = (scope: OperationScope) => {
    const pieces = memberPieces(pool, { ...content, members }, scope, partsOf(members, tiers));
    if (format !== 'parquet') return withHeader(format === 'csv' ? headerOf(columns, bom) : '', pieces);
    return toParquet(
      columns.map(({ key, type }) => ({ name: key, ...type })),
      pieces,
    );
  };
  return streamFile(content.organizationId, open, signal, onEnd);
}

function headerOf(columns: readonly MemberColumn[], bom: boolean): string {
  return `${bom ? BYTE_ORDER_MARK : ''}${columns.map(({ key }) => key).join(',')}\n`;
}

async function* withHeader(header: string, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer | string> {
  if (header) yield header;
  yield* pieces;
}

interface Content extends Pick<FileOptions, 'format' | 'organizationId' | 'columns' | 'unlockedAt'> {
  members: MemberSets;
}

async function* memberPieces(
  pool: Pool,
  content: Content,
  scope: OperationScope,
  nextPart: NextPart,
): AsyncGenerator<Buffer> {
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
  // Own texts and lists may be long.
  const further = content.columns.filter((column) => !BUILT_IN.includes(column)).length;
  let next = fetchNext(Math.ceil(FIRST_ROWS / (1 + further)));
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

function partsOf(members: MemberSets, wanted: readonly Tier[]): NextPart {
  const tiers = [...wanted];
  let start = 0;
  return (most) => {
    for (let [tier] = tiers; tier; [tier] = tiers) {
      const rows = Math.min(most, members[tier].size - start);
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

/** How PostgreSQL writes rows. JSON has neither of the two characters, so that its lines stay as they are. */
const COPY_OPTIONS: Readonly<Record<FileFormat, string>> = {
  csv: 'FORMAT csv',
  ndjson: "FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01'",
  parquet: "FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01'",
};

/** Reads a part in the order of ids, by one pass over the primary key. */
function copyOf(content: Content, tier: Tier, start: number, rows: number): string {
  const { members, format, columns } = content;
  const ids = idsAt(members[tier], start, rows);
  const added = members.added.isEmpty ? [] : ids.filter((id) => members.added.has(id));
  const part = { tier, added, seesPartners: seesPartners(content) };
  const own = columns.flatMap(({ ownId }) => ownId ?? []);
  const value = (column: MemberColumn) => `coalesce(to_json(${column.value(part)})::text, 'null')`;
  const selected = {
    csv: () => columns.map((column) => column.cell(part)).join(',\n      '),
    ndjson: () =>
      jsonOf(
        columns.map((column) => `"${column.key}":' || ${value(column)}`),
        '{}',
      ),
    parquet: () =>
      jsonOf(
        columns.map((column) => `' || ${value(column)}`),
        '[]',
      ),
  }[format]();
  return `COPY (
    SELECT ${selected}
    FROM company c ${own.length > 0 ? joinOf(content.organizationId, own) : ''} WHERE ${isOneOf('c.id', ids)} ORDER BY c.id
  ) TO STDOUT (${COPY_OPTIONS[format]})`;
}

/** @param parts SQL of each entry, within a literal that has begun. */
function jsonOf(parts: readonly string[], [open, close]: string): string {
  return `${parts.map((part, index) => `'${index === 0 ? open : ','}${part}`).join(' ||\n      ')} || '${close}'`;
}

/** SQL condition that the organization has unlocked the company `c`, or one that was merged into it. */
function seesPartners({ organizationId, unlockedAt }: Content): string {
  if (unlockedAt === null) return 'true';
  return `EXISTS (SELECT FROM company_unlock u WHERE u.organization_id = ${organizationId}
            AND u.expires_at > '${unlockedAt.toISOString()}' AND u.company_id = ANY (ARRAY(
              SELECT c.id UNION ALL SELECT r.id FROM retired_company r WHERE r.merged_into = c.id)))`;
}

/** Reads the values of a company, and those that it lacks of companies that were merged into it, as pages of companies do. */
function joinOf(organizationId: number, fieldIds: readonly number[]): string {
  return `LEFT JOIN LATERAL (
    SELECT jsonb_object_agg(e.key, e.value ORDER BY k.place DESC, k.source DESC) AS own FROM (
      SELECT c.id AS source, 0 AS place
      UNION ALL SELECT r.id, 1 FROM retired_company r WHERE r.merged_into = c.id
    ) k JOIN own_field_values o ON o.company_id = k.source AND o.scope_id IN (0, ${organizationId}),
      jsonb_each(o."values") e WHERE e.key = ANY ('{${fieldIds.join(',')}}'::text[])
  ) stated ON true`;
}

/** Dense ids become a range and the ids that are missing from it: a shorter text, which PostgreSQL reads faster. */
function isOneOf(column: string, ids: Uint32Array): string {
  const [first = 0] = ids;
  const last = ids.at(-1) ?? 0;
  if (last - first >= ids.length * 2) return `${column} = ANY (${arrayOf(ids)})`;
  const missing = Bitmap.fromRange(first, last + 1).andNotInPlace(new Bitmap(ids));
  return `${column} BETWEEN ${first} AND ${last} AND ${column} <> ALL (${arrayOf(missing.toUint32Array())})`;
}
