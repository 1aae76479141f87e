import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s, NO_IDS, type ReadonlyBitmap } from './bitmap.ts';
import { DETECTED, OBSERVED, readTechnologies, type Technology } from './collect-rows.ts';
import { computeChange, flatten, idsWithin, type Layers } from './delta.ts';
import { type DatedRows, EvidenceBands } from './evidence-bands.ts';
import {
  changesPlace,
  EVER,
  type EvidenceWindow,
  FIRST_SEEN_POSTINGS,
  LAST_SEEN_POSTINGS,
  placeOf,
} from './evidence-windows.ts';
import { type Facet, type PostingKey, postingName } from './facet.ts';
import { insertPostings, type PostingUpdate, readStoredPostings, updatePostings } from './posting-store.ts';
import { Postings } from './postings.ts';

/** As-of times before and after a refresh, and the version that it makes. */
export interface AsOfStep {
  before: Date;
  after: Date;
  version: number;
}

/**
 * Moves detections to other postings when the as-of time moves. Only evidence that enters or leaves one is read, so that a
 * step of a day changes a few ids of each posting.
 *
 * @param reread companies whose postings are already those of the new as-of time.
 */
export async function moveDetections(
  client: PoolClient,
  facets: readonly Facet[],
  reread: ReadonlyBitmap,
  step: AsOfStep,
): Promise<void> {
  const technologies = await readTechnologies(client);
  const keys = new Map(technologies.map(({ id, tech_key }) => [id, tech_key]));
  const moves = await readMoves(client, DETECTED, (id) => keys.get(id) ?? '', reread, step);
  const categories = new Categories(technologies, moves);
  const updates = await changesOf(client, fieldOf(facets, 'tech_key'), moves, categories);
  updates.push(...(await categories.changes(client, fieldOf(facets, 'category'))));
  await store(client, updates, step.version);
}

/** Moves partners of companies that have postings of them. */
export async function movePartners(
  client: PoolClient,
  facets: readonly Facet[],
  step: AsOfStep,
): Promise<void> {
  const field = facets.find(({ source }) => source.from === 'partnerships')?.field ?? '';
  const hubs = `SELECT value::int AS id FROM facet_posting WHERE field = '${field}' AND window_days = ${EVER}`;
  const rows = { ...OBSERVED, from: `${OBSERVED.from} JOIN (${hubs}) hub ON hub.id = p.company_id` };
  const moves = await readMoves(client, rows, String, NO_IDS, step);
  const updates = await changesOf(client, field, moves);
  // Conditions read the bases of these postings alone.
  const folded = updates.map((each) => ({ ...each, change: { base: flatten(each.change), folded: true } }));
  await store(client, folded, step.version);
}

/** The new layers of a posting, which may have no row yet. */
type MovedPosting = PostingUpdate & { isNew?: boolean };

/** Ids that leave and enter the postings of a value, by window. */
interface Moves {
  leaving: Map<EvidenceWindow, Bitmap>;
  entering: Map<EvidenceWindow, Bitmap>;
  /** All ids that leave or enter any. */
  ids: Bitmap;
}

type MovesByValue = ReadonlyMap<string, Moves>;

/** Reads the evidence that changes its place. @returns its moves by value */
async function readMoves(
  client: PoolClient,
  { from, value, id, first, last }: DatedRows,
  nameOf: (value: number) => string,
  except: ReadonlyBitmap,
  { before, after }: AsOfStep,
): Promise<MovesByValue> {
  const places = [last, first].flatMap((column) => [placeOf(column, before), placeOf(column, after)]);
  // The scan of all evidence runs in parallel, as it reads no temporary table.
  const query = `
    SELECT ${value}, ${places}, string_agg(int4send(${id}), '') FROM ${from}
    WHERE ${changesPlace(last, before, after)} OR ${changesPlace(first, before, after)}
    GROUP BY 1, 2, 3, 4, 5`;
  const byValue = new Map<string, Moves>();
  await copyRows(client, query, (row) => {
    const ids = fromInt4s(row.bytes(5)).andNotInPlace(except);
    if (ids.isEmpty) return;
    const name = nameOf(row.int4(0));
    const moves = byValue.get(name) ?? { leaving: new Map(), entering: new Map(), ids: new Bitmap() };
    byValue.set(name, moves);
    moves.ids.orInPlace(ids);
    addMove(moves, LAST_SEEN_POSTINGS, row.int4(1), row.int4(2), ids);
    addMove(moves, FIRST_SEEN_POSTINGS, row.int4(3), row.int4(4), ids);
  });
  return byValue;
}

type StoredWindow = (typeof LAST_SEEN_POSTINGS | typeof FIRST_SEEN_POSTINGS)[number];

/** Adds ids that go from one place to another to the postings that have one of the two places. */
function addMove(
  { leaving, entering }: Moves,
  postings: readonly StoredWindow[],
  from: number,
  to: number,
  ids: Bitmap,
): void {
  for (const { window, first, last } of postings) {
    const [had, has] = [from, to].map((place) => place >= first && place <= last);
    if (had === has) continue;
    const sets = has ? entering : leaving;
    sets.set(window, Bitmap.or(sets.get(window) ?? NO_IDS, ids));
  }
}

/** Receives the ids of each posting of a value after the moves. */
interface Observer {
  see(key: PostingKey, layers: Layers): void;
}

/** Computes the changes of the postings of a field, and shows them to the observer. */
async function changesOf(
  client: PoolClient,
  field: string,
  moves: MovesByValue,
  observer?: Observer & { values: string[] },
): Promise<MovedPosting[]> {
  const updates: MovedPosting[] = [];
  const stored = new Set<string>();
  const values = observer?.values ?? [...moves.keys()];
  await readStoredPostings(client, [{ field, values }], ({ key, ...layers }) => {
    stored.add(postingName(key));
    const found = moves.get(key.value);
    const entering = found?.entering.get(key.window);
    const scope = Bitmap.or(found?.leaving.get(key.window) ?? NO_IDS, entering ?? NO_IDS);
    const change = computeChange(layers, scope, entering);
    if (change) updates.push({ key, change });
    observer?.see(key, change ?? layers);
  });
  for (const [value, { entering }] of moves) {
    for (const [window, base] of entering) {
      const key = { field, value, window };
      if (stored.has(postingName(key))) continue;
      updates.push({ key, change: { base, folded: true }, isNew: true });
      observer?.see(key, { base });
    }
  }
  return updates;
}

/** The categories of technologies that move. A category moves with its technologies, and only for their companies. */
class Categories {
  /** Keys of the technologies of these categories. */
  readonly values: string[];
  readonly #moved = new Map<string, Bitmap>();
  readonly #categoryOf: ReadonlyMap<string, string>;
  /** Evidence for the companies that move, by technology. */
  readonly #evidence = new Map<string, Map<EvidenceWindow, Bitmap>>();

  constructor(technologies: readonly Technology[], moves: MovesByValue) {
    for (const { tech_key, category } of technologies) {
      const ids = moves.get(tech_key)?.ids;
      if (category && ids) this.#moved.set(category, Bitmap.or(this.#moved.get(category) ?? NO_IDS, ids));
    }
    const members = technologies.filter(({ category }) => category && this.#moved.has(category));
    this.#categoryOf = new Map(members.map(({ tech_key, category }) => [tech_key, category ?? '']));
    this.values = [...new Set([...this.#categoryOf.keys(), ...moves.keys()])];
  }

  see({ value, window }: PostingKey, layers: Layers): void {
    const moved = this.#moved.get(this.#categoryOf.get(value) ?? '');
    if (moved === undefined) return;
    const byWindow = this.#evidence.get(value) ?? new Map<EvidenceWindow, Bitmap>();
    this.#evidence.set(value, byWindow.set(window, idsWithin(layers, moved)));
  }

  /** Computes the changes of the postings of the categories. */
  async changes(client: PoolClient, field: string): Promise<MovedPosting[]> {
    const members = new Postings();
    for (const value of this.#moved.keys()) members.setBands({ field, value }, this.#bandsOf(value));
    const updates: MovedPosting[] = [];
    const stored = new Set<string>();
    await readStoredPostings(client, [{ field, values: [...this.#moved.keys()] }], ({ key, ...layers }) => {
      stored.add(postingName(key));
      const change = computeChange(layers, this.#moved.get(key.value) ?? NO_IDS, members.get(key));
      if (change) updates.push({ key, change });
    });
    for (const { key, ids } of members.values())
      if (!stored.has(postingName(key)))
        updates.push({ key, change: { base: ids, folded: true }, isNew: true });
    return updates;
  }

  #bandsOf(category: string): EvidenceBands {
    const bands = new EvidenceBands();
    for (const [value, byWindow] of this.#evidence)
      if (this.#categoryOf.get(value) === category) bands.addPostings(byWindow);
    return bands;
  }
}

async function store(client: PoolClient, updates: readonly MovedPosting[], version: number): Promise<void> {
  await updatePostings(
    client,
    updates.filter(({ isNew }) => !isNew),
    version,
  );
  const added = updates.filter(({ isNew }) => isNew);
  await insertPostings(
    client,
    added.map(({ key, change: { base } }) => ({ key, ids: base })),
    version,
  );
}

function fieldOf(facets: readonly Facet[], column: 'tech_key' | 'category'): string {
  const facet = facets.find(({ source }) => source.from === 'detections' && source.value === column);
  if (facet === undefined) throw new Error(`no facet has the ${column} of detections`);
  return facet.field;
}
