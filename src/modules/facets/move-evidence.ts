import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s, NO_IDS, type ReadonlyBitmap } from './bitmap.ts';
import { DETECTED, OBSERVED, readTechnologies, type Technology } from './collect.ts';
import { flatten, idsWithin, type Layers } from './delta.ts';
import { type DatedRows, EvidenceBands } from './evidence-bands.ts';
import {
  changesPlace,
  EVER,
  type EvidenceWindow,
  FIRST_SEEN_POSTINGS,
  LAST_SEEN_POSTINGS,
  placeOf,
} from './evidence-windows.ts';
import type { Facet, PostingKey } from './facet.ts';
import { Postings } from './postings.ts';
import { type PlannedChange, planChanges, storeChanges } from './update-facets.ts';

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
  const field = fieldOf(facets, 'tech_key');
  const moves = await readMoves(client, DETECTED, field, (id) => keys.get(id) ?? '', reread, step);
  const categories = new Categories(technologies, moves);
  const changes = await planMoves(client, field, moves, categories);
  const ofCategories = await categories.plan(client, fieldOf(facets, 'category'));
  await storeChanges(client, changes.concat(ofCategories), step.version);
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
  const changes = await planMoves(client, field, await readMoves(client, rows, field, String, NO_IDS, step));
  // Conditions read the bases of these postings alone.
  const folded = changes.map((each) => ({ ...each, change: { base: flatten(each.change), folded: true } }));
  await storeChanges(client, folded, step.version);
}

/** Ids that leave and enter postings of a field. */
interface Moves {
  leaving: Postings;
  entering: Postings;
  /** All ids that leave or enter any posting of a value, by value. */
  byValue: Map<string, Bitmap>;
}

/** Reads the evidence that changes its place. */
async function readMoves(
  client: PoolClient,
  { from, value, id, first, last }: DatedRows,
  field: string,
  nameOf: (value: number) => string,
  except: ReadonlyBitmap,
  { before, after }: AsOfStep,
): Promise<Moves> {
  const places = [last, first].flatMap((column) => [placeOf(column, before), placeOf(column, after)]);
  // The scan of all evidence runs in parallel, as it reads no temporary table.
  const query = `
    SELECT ${value}, ${places}, string_agg(int4send(${id}), '') FROM ${from}
    WHERE ${changesPlace(last, before, after)} OR ${changesPlace(first, before, after)}
    GROUP BY 1, 2, 3, 4, 5`;
  const moves: Moves = { leaving: new Postings(), entering: new Postings(), byValue: new Map() };
  await copyRows(client, query, (row) => {
    const ids = fromInt4s(row.bytes(5)).andNotInPlace(except);
    if (ids.isEmpty) return;
    const key = { field, value: nameOf(row.int4(0)) };
    moves.byValue.set(key.value, Bitmap.or(moves.byValue.get(key.value) ?? NO_IDS, ids));
    addMove(moves, key, LAST_SEEN_POSTINGS, row.int4(1), row.int4(2), ids);
    addMove(moves, key, FIRST_SEEN_POSTINGS, row.int4(3), row.int4(4), ids);
  });
  return moves;
}

type StoredWindow = (typeof LAST_SEEN_POSTINGS | typeof FIRST_SEEN_POSTINGS)[number];

/** Adds ids that go from one place to another to the postings that have one of the two places. */
function addMove(
  { leaving, entering }: Moves,
  value: Omit<PostingKey, 'window'>,
  postings: readonly StoredWindow[],
  from: number,
  to: number,
  ids: Bitmap,
): void {
  for (const { window, first, last } of postings) {
    const [had, has] = [from, to].map((place) => place >= first && place <= last);
    if (had === has) continue;
    const key = { ...value, window };
    const sets = has ? entering : leaving;
    sets.set(key, Bitmap.or(sets.get(key) ?? NO_IDS, ids));
  }
}

/** Plans the changes of the postings of a field, and shows the categories what becomes of them. */
function planMoves(
  client: PoolClient,
  field: string,
  { leaving, entering, byValue }: Moves,
  categories?: Categories,
): Promise<PlannedChange[]> {
  const values = categories?.technologies ?? [...byValue.keys()];
  return planChanges(
    client,
    [{ field, values }],
    entering,
    (key) => Bitmap.or(leaving.get(key) ?? NO_IDS, entering.get(key) ?? NO_IDS),
    (key, layers) => categories?.see(key, layers),
  );
}

/** The categories of technologies that move. A category moves with its technologies, and only for their companies. */
class Categories {
  /** Keys of the technologies of these categories, and of those that move. */
  readonly technologies: string[];
  /** Companies that move, by category. */
  readonly #moved = new Map<string, Bitmap>();
  readonly #categoryOf: ReadonlyMap<string, string>;
  /** Evidence for the companies that move, by technology. */
  readonly #evidence = new Map<string, Map<EvidenceWindow, Bitmap>>();

  constructor(technologies: readonly Technology[], { byValue }: Moves) {
    for (const { tech_key, category } of technologies) {
      const ids = byValue.get(tech_key);
      if (category && ids) this.#moved.set(category, Bitmap.or(this.#moved.get(category) ?? NO_IDS, ids));
    }
    const members = technologies.filter(({ category }) => category && this.#moved.has(category));
    this.#categoryOf = new Map(members.map(({ tech_key, category }) => [tech_key, category ?? '']));
    this.technologies = [...new Set([...this.#categoryOf.keys(), ...byValue.keys()])];
  }

  /** Takes the evidence for the companies that move from a posting of a technology. */
  see({ value, window }: PostingKey, layers: Layers): void {
    const moved = this.#moved.get(this.#categoryOf.get(value) ?? '');
    if (moved === undefined) return;
    const byWindow = this.#evidence.get(value) ?? new Map<EvidenceWindow, Bitmap>();
    this.#evidence.set(value, byWindow.set(window, idsWithin(layers, moved)));
  }

  /** Plans the changes of the postings of the categories, once it has seen those of their technologies. */
  plan(client: PoolClient, field: string): Promise<PlannedChange[]> {
    const values = [...this.#moved.keys()];
    const members = new Postings();
    for (const value of values) members.setBands({ field, value }, this.#bandsOf(value));
    return planChanges(client, [{ field, values }], members, ({ value }) => this.#moved.get(value) ?? NO_IDS);
  }

  #bandsOf(category: string): EvidenceBands {
    const bands = new EvidenceBands();
    for (const [value, byWindow] of this.#evidence)
      if (this.#categoryOf.get(value) === category) bands.addPostings(byWindow);
    return bands;
  }
}

function fieldOf(facets: readonly Facet[], column: 'tech_key' | 'category'): string {
  const facet = facets.find(({ source }) => source.from === 'detections' && source.value === column);
  if (facet === undefined) throw new Error(`no facet has the ${column} of detections`);
  return facet.field;
}
