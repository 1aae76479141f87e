import type { Queryable } from '../../database/client.ts';
import { readTexts } from '../../database/prepared.ts';
import { NO_IDS, type ReadonlyBitmap } from './bitmap.ts';
import { nameOf, type PostingKey } from './facet.ts';
import { readMoved } from './moved-postings.ts';
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
      const alone = request.postings.length === 0 ? await readByQuestionsAlone(cache, request) : undefined;
      if (alone) return alone;
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
    const [row] = await readTexts(db, VERSION);
    const version = Number(row?.[0] ?? 0);
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
  const { version, moved } = await readMoved(
    db,
    keys.map(([name, key]) => ({ key, held: held.get(name)?.version ?? NOTHING_HELD })),
  );
  const byName = new Map<string, HeldPosting>();
  for (const [index, [name]] of keys.entries()) {
    const known = moved.get(index) ?? held.get(name);
    // A posting that has no row is empty at this version; should it get one later, that one is newer.
    const posting = { ids: known?.ids ?? NO_IDS, version: known?.version ?? version, validAt: version };
    byName.set(name, posting);
    cache.keep(name, posting);
  }
  cache.hits += wanted.size - moved.size;
  cache.misses += moved.size;
  return { version, byName };
}

/**
 * A filter that postings have no part in, none of whose answers is held: the replies say themselves of which version
 * they are, which saves a statement.
 *
 * @returns undefined when some answer is held, or the replies are of more than one version.
 */
async function readByQuestionsAlone<Q extends Question>(
  cache: ReaderCache,
  request: Request<Q>,
): Promise<Snapshot | undefined> {
  const { questions, ask } = request;
  if (questions.length === 0 || questions.some(({ name }) => cache.answer(name))) return undefined;
  const replies = await ask(questions);
  cache.misses += replies.length;
  const version = replies[0]?.version ?? 0;
  const answers = new Map<string, Answer>();
  let isOneVersion = true;
  for (const [index, reply] of replies.entries()) {
    const { name } = questions[index] ?? {};
    if (name === undefined) continue;
    cache.keep(name, { answer: reply.answer, validAt: reply.version });
    answers.set(name, reply.answer);
    isOneVersion &&= reply.version === version;
  }
  return isOneVersion ? toSnapshot(cache, { version, byName: new Map() }, answers) : undefined;
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
      if (held?.validAt === version) return held.answer.ids;
      const ids = compute();
      cache.keep(name, { answer: { found: true, ids }, validAt: version });
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
