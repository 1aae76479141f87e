import type { Queryable } from '../../database/client.ts';
import { deserialize, NO_IDS, type ReadonlyBitmap } from './bitmap.ts';
import { flatten } from './delta.ts';
import { nameOf, type PostingKey } from './facet.ts';
import { type Answer, type HeldPosting, ReaderCache } from './reader-cache.ts';

/** A condition that SQL answers. Everything it reads must be read in one statement, the index' version included. */
export interface Question {
  /** Tells it from all others. */
  name: string;
}

/** The answer to one question, and the version of the index that held while it was read. */
export interface Reply {
  version: number;
  answer: Answer;
}

export interface Request<Q extends Question> {
  postings: readonly PostingKey[];
  questions: readonly Q[];
  /** Answers questions that are not in the cache, in their order. */
  ask: (questions: readonly Q[]) => Promise<readonly Reply[]>;
}

/** One version of the index, as much of it as was asked for. */
export interface Snapshot {
  version: number;
  /** The ids of a posting; empty when no company has the value. The caller must not change them. */
  posting(key: PostingKey): ReadonlyBitmap;
  answer(question: Question): Answer;
  /** What was computed from postings of this version under a name before, or is now. */
  derive(name: string, compute: () => ReadonlyBitmap): ReadonlyBitmap;
}

const VERSION = { name: 'facet_index_version', text: 'SELECT version FROM facet_index' };

/**
 * The version, and of the postings named those that changed after the version held; one statement, one state. Bitmaps
 * come as base64, which takes half the time of the hexadecimal digits that bytea is sent as (measured).
 */
const MOVED = {
  name: 'facet_postings_moved',
  text: `
    SELECT i.version AS index_version, p.place, p.version, encode(p.base, 'base64') AS base,
      encode(p.added, 'base64') AS added, encode(p.removed, 'base64') AS removed
    FROM facet_index i LEFT JOIN (
      SELECT k.place::int AS place, f.version, f.base, f.added, f.removed
      FROM unnest($1::text[], $2::text[], $3::smallint[], $4::integer[])
        WITH ORDINALITY AS k (field, value, window_days, held, place)
      JOIN facet_posting f
        ON f.field = k.field AND f.value = k.value AND f.window_days = k.window_days AND f.version > k.held
    ) p ON true`,
};

interface MovedRow {
  index_version: number;
  place: number | null;
  version: number;
  base: string;
  added: string | null;
  removed: string | null;
}

/** Held by nobody: every posting is newer. */
const NOTHING_HELD = -1;
/** An import takes longer than reading an answer: a second or third try finds one version throughout. */
const MAX_TRIES = 20;

export interface FacetReader {
  /** Reads postings and answers of one version of the index: the newest there is when it is called, or a later one. */
  read<Q extends Question>(request: Request<Q>): Promise<Snapshot>;
  readonly cache: ReaderCache;
}

/** @param cacheBytes what the bitmaps kept in memory may take up. */
export function createFacetReader(db: Queryable, cacheBytes: number): FacetReader {
  const cache = new ReaderCache(cacheBytes);

  async function read<Q extends Question>(request: Request<Q>): Promise<Snapshot> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const [postings, early] = await Promise.all([
        readPostings(db, cache, request.postings),
        askUnknown(cache, request),
      ]);
      const answers = await readAnswers(cache, request, postings.version, early);
      if (answers) return toSnapshot(cache, postings, answers);
    }
    throw new Error(`the facet index moved ${MAX_TRIES} times while one filter was read`);
  }

  return { read, cache };
}

interface ReadPostings {
  version: number;
  byName: Map<string, HeldPosting>;
}

async function readPostings(
  db: Queryable,
  cache: ReaderCache,
  keys: readonly PostingKey[],
): Promise<ReadPostings> {
  const wanted = new Map(keys.map((key) => [nameOf(key), key]));
  const byName = new Map<string, HeldPosting>();
  for (const name of wanted.keys()) {
    const held = cache.posting(name);
    if (held) byName.set(name, held);
  }
  if (byName.size === wanted.size) {
    const { rows } = await db.query<{ version: number }>(VERSION);
    const version = rows[0]?.version ?? 0;
    if ([...byName.values()].every((held) => held.validAt === version)) {
      cache.hits += wanted.size;
      return { version, byName };
    }
  }
  return fetchMoved(db, cache, wanted, byName);
}

async function fetchMoved(
  db: Queryable,
  cache: ReaderCache,
  wanted: ReadonlyMap<string, PostingKey>,
  held: ReadonlyMap<string, HeldPosting>,
): Promise<ReadPostings> {
  const keys = [...wanted];
  const { rows } = await db.query<MovedRow>({
    ...MOVED,
    values: [
      keys.map(([, { field }]) => field),
      keys.map(([, { value }]) => value),
      keys.map(([, { window }]) => window),
      keys.map(([name]) => held.get(name)?.version ?? NOTHING_HELD),
    ],
  });
  const version = rows[0]?.index_version ?? 0;
  const moved = new Map(rows.filter((row) => row.place !== null).map((row) => [row.place, row]));
  const byName = new Map<string, HeldPosting>();
  for (const [index, [name]] of keys.entries()) {
    const row = moved.get(index + 1);
    const known = held.get(name);
    const ids = row ? toIds(row) : (known?.ids ?? NO_IDS);
    // A posting that has no row is empty at this version; should it get one later, that one is newer.
    const posting = { ids, version: row?.version ?? known?.version ?? version, validAt: version };
    byName.set(name, posting);
    cache.keep(name, posting);
  }
  cache.hits += wanted.size - moved.size;
  cache.misses += moved.size;
  return { version, byName };
}

function toIds({ base, added, removed }: MovedRow): ReadonlyBitmap {
  const read = (text: string) => deserialize(Buffer.from(text, 'base64'));
  const layer = (text: string | null) => (text === null ? undefined : read(text));
  if (added === null && removed === null) return read(base);
  return flatten({ base: read(base), added: layer(added), removed: layer(removed) });
}

/** Answers to questions that no version in the cache knows: they need not wait for the postings. */
async function askUnknown<Q extends Question>(
  cache: ReaderCache,
  { questions, ask }: Request<Q>,
): Promise<ReadonlyMap<string, Reply>> {
  const unknown = new Map(
    questions.filter(({ name }) => !cache.answer(name)).map((question) => [question.name, question]),
  );
  if (unknown.size === 0) return new Map();
  const asked = [...unknown.values()];
  const replies = await ask(asked);
  return new Map(replies.map((reply, index) => [asked[index]?.name ?? '', reply]));
}

/** @returns undefined when an answer belongs to another version: then everything is read again. */
async function readAnswers<Q extends Question>(
  cache: ReaderCache,
  { questions, ask }: Request<Q>,
  version: number,
  early: ReadonlyMap<string, Reply>,
): Promise<ReadonlyMap<string, Answer> | undefined> {
  const byName = new Map<string, Answer>();
  const missing = new Map<string, Q>();
  for (const [name, reply] of early) cache.keep(name, { answer: reply.answer, validAt: reply.version });
  cache.misses += early.size;
  for (const question of questions) {
    const reply = early.get(question.name);
    if (reply?.version === version) byName.set(question.name, reply.answer);
    if (byName.has(question.name)) continue;
    const held = cache.answer(question.name);
    if (held?.validAt === version) byName.set(question.name, held.answer);
    else missing.set(question.name, question);
  }
  if (missing.size === 0) return byName;
  const asked = [...missing.values()];
  cache.misses += asked.length;
  const replies = await ask(asked);
  asked.forEach(({ name }, index) => {
    const reply = replies[index];
    if (reply === undefined) throw new Error(`no answer to ${name}`);
    byName.set(name, reply.answer);
    cache.keep(name, { answer: reply.answer, validAt: reply.version });
  });
  return replies.every((reply) => reply.version === version) ? byName : undefined;
}

function toSnapshot(
  cache: ReaderCache,
  { version, byName }: ReadPostings,
  answers: ReadonlyMap<string, Answer>,
): Snapshot {
  return {
    version,
    derive(name, compute) {
      const held = cache.answer(name);
      if (held?.validAt === version && held.answer.byWindow[0]) return held.answer.byWindow[0];
      const ids = compute();
      cache.keep(name, { answer: { found: true, byWindow: [ids] }, validAt: version });
      return ids;
    },
    posting(key) {
      const held = byName.get(nameOf(key));
      if (held === undefined) throw new Error(`the posting of ${key.field} was not asked for`);
      return held.ids;
    },
    answer({ name }) {
      const answer = answers.get(name);
      if (answer === undefined) throw new Error(`${name} was not asked`);
      return answer;
    },
  };
}
