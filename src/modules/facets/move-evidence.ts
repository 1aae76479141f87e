import type { PoolClient } from '../../database/client.ts';
import { copyRows } from '../../database/copy-reader.ts';
import { Bitmap, fromInt4s } from './bitmap.ts';
import { readTechnologies, type Technology } from './collect-rows.ts';
import { computeChange, flatten } from './delta.ts';
import { EvidenceBands } from './evidence-bands.ts';
import {
  changesPlace,
  type EvidenceWindow,
  FIRST_SEEN_POSTINGS,
  LAST_SEEN_POSTINGS,
  placeOf,
} from './evidence-windows.ts';
import { type Facet, type PostingKey, postingName } from './facet.ts';
import { insertPostings, type PostingUpdate, readStoredPostings, updatePostings } from './posting-store.ts';
import { Postings } from './postings.ts';
import type { Scope } from './scope.ts';

/** As-of times before and after a refresh, and the version that it makes. */
export interface AsOfStep {
  before: Date;
  after: Date;
  version: number;
}

/**
 * Moves detections to other postings when the as-of time moves. Only evidence that enters or leaves one is read, so that a step of
 * a day changes a few ids of each posting.
 *
 * @param scope companies whose postings are already those of the new as-of time.
 */
export async function moveDetections(
  client: PoolClient,
  facets: readonly Facet[],
  scope: Scope,
  step: AsOfStep,
): Promise<void> {
  const technologies = await readTechnologies(client);
  const moves = await readMoves(client, technologies, scope, step);
  if (moves.size === 0) return;
  const fieldOf = (column: string) =>
    facets.find(({ source }) => source.from === 'detections' && source.value === column)?.field;
  const field = fieldOf('tech_key');
  if (field === undefined) return;
  await applyMoves(client, field, moves, step.version);
  const categories = fieldOf('category');
  const moved = new Set(
    technologies.filter(({ tech_key }) => moves.has(tech_key)).map((each) => each.category),
  );
  for (const category of moved) {
    if (!category || categories === undefined) continue;
    const keys = technologies.filter((each) => each.category === category).map(({ tech_key }) => tech_key);
    const bands = await readEvidence(client, field, keys);
    await replaceBands(client, { field: categories, value: category }, bands, step.version);
  }
}

/** Ids that leave and enter the postings of a value. */
class Moves {
  readonly leaving = new Map<EvidenceWindow, Bitmap>();
  readonly entering = new Map<EvidenceWindow, Bitmap>();

  add(postings: readonly StoredWindow[], from: number, to: number, ids: Bitmap): void {
    for (const { window, first, last } of postings) {
      const [had, has] = [from, to].map((place) => place >= first && place <= last);
      if (had !== has) unite(has ? this.entering : this.leaving, window, ids);
    }
  }
}

type StoredWindow = (typeof LAST_SEEN_POSTINGS | typeof FIRST_SEEN_POSTINGS)[number];

function unite(sets: Map<EvidenceWindow, Bitmap>, window: EvidenceWindow, ids: Bitmap): void {
  const found = sets.get(window);
  if (found) found.orInPlace(ids);
  else sets.set(window, new Bitmap(ids));
}

const SIGHTINGS = [
  { column: 'd.last_seen', postings: LAST_SEEN_POSTINGS },
  { column: 'd.first_seen', postings: FIRST_SEEN_POSTINGS },
] as const;

/** Reads the detections outside of the scope that change their places. @returns their moves by the key of the technology. */
async function readMoves(
  client: PoolClient,
  technologies: readonly Technology[],
  { table }: Scope,
  { before, after }: AsOfStep,
): Promise<ReadonlyMap<string, Moves>> {
  const keys = new Map(technologies.map(({ id, tech_key }) => [id, tech_key]));
  const moves = new Map<string, Moves>();
  for (const { column, postings } of SIGHTINGS) {
    const query = `
      SELECT d.technology_id, ${placeOf(column, before)} AS before, ${placeOf(column, after)} AS after,
        string_agg(int4send(d.company_id), '')
      FROM company_technology d
      WHERE (${changesPlace(column, before, after)})
        AND NOT EXISTS (SELECT FROM ${table} scope WHERE scope.company_id = d.company_id)
      GROUP BY 1, 2, 3`;
    await copyRows(client, query, (row) => {
      const key = keys.get(row.int4(0)) ?? '';
      const found = moves.get(key) ?? new Moves();
      moves.set(key, found);
      found.add(postings, row.int4(1), row.int4(2), fromInt4s(row.bytes(3)));
    });
  }
  return moves;
}

async function applyMoves(
  client: PoolClient,
  field: string,
  moves: ReadonlyMap<string, Moves>,
  version: number,
): Promise<void> {
  const updates: PostingUpdate[] = [];
  const stored = new Set<string>();
  await readStoredPostings(client, [{ field, values: [...moves.keys()] }], ({ key, ...layers }) => {
    stored.add(postingName(key));
    const found = moves.get(key.value);
    const entering = found?.entering.get(key.window);
    const scope = Bitmap.or(found?.leaving.get(key.window) ?? new Bitmap(), entering ?? new Bitmap());
    const change = computeChange(layers, scope, entering);
    if (change) updates.push({ key, change });
  });
  await updatePostings(client, updates, version);
  const added = new Postings();
  for (const [value, { entering }] of moves)
    for (const [window, ids] of entering) added.set({ field, value, window }, ids);
  await insertPostings(client, notStored(added, stored), version);
}

/** Reads the evidence of technologies that count as one from their postings. */
async function readEvidence(client: PoolClient, field: string, values: string[]): Promise<EvidenceBands> {
  const byValue = new Map<string, Map<EvidenceWindow, Bitmap>>();
  await readStoredPostings(client, [{ field, values }], ({ key, ...layers }) => {
    const byWindow = byValue.get(key.value) ?? new Map<EvidenceWindow, Bitmap>();
    byValue.set(key.value, byWindow.set(key.window, flatten(layers)));
  });
  const bands = new EvidenceBands();
  for (const byWindow of byValue.values()) bands.addPostings(byWindow);
  return bands;
}

/** Stores the postings of a value, as far as they changed. */
async function replaceBands(
  client: PoolClient,
  { field, value }: Omit<PostingKey, 'window'>,
  bands: EvidenceBands,
  version: number,
): Promise<void> {
  const postings = new Postings();
  postings.setBands({ field, value }, bands);
  const updates: PostingUpdate[] = [];
  const stored = new Set<string>();
  await readStoredPostings(client, [{ field, values: [value] }], ({ key, ...layers }) => {
    stored.add(postingName(key));
    const ids = postings.get(key) ?? new Bitmap();
    const change = computeChange(layers, Bitmap.or(flatten(layers), ids), ids);
    if (change) updates.push({ key, change });
  });
  await updatePostings(client, updates, version);
  await insertPostings(client, notStored(postings, stored), version);
}

function notStored(postings: Postings, stored: ReadonlySet<string>) {
  return [...postings.values()].filter(({ key }) => !stored.has(postingName(key)));
}
