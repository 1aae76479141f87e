import type { Queryable } from '../../database/client.ts';
import { invalidValue } from '../../lib/fault.ts';
import { Slices } from '../../lib/slices.ts';
import type { Technology } from '../catalogue/company.ts';
import { type DropPeriod, findMovers, type Mover } from '../catalogue/technology-queries.ts';
import { Bitmap, type ReadonlyBitmap } from '../facets/bitmap.ts';
import { type EvidenceWindow, partsOf } from '../facets/evidence-windows.ts';
import type { IndexSnapshot } from '../facets/reader.ts';
import { type EvidenceWhen, postingOf, selectEvidence, toWhen, windowOf } from '../filters/evidence-when.ts';
import { BUILT_IN } from '../filters/field-set.ts';
import { REGISTRY_VERSION } from '../filters/registry.ts';
import { takeTurn } from '../filters/requirements.ts';
import type { FiltersService } from '../filters/service.ts';
import { atOneVersion } from './one-version.ts';

/** Companies that dropped a technology and adopted another one, both within a number of days. */
export interface Move {
  from: Technology;
  to: Technology;
  days: DropPeriod;
}

/** A move among others, which are ordered by their numbers of companies. */
export interface CountedMove extends Move {
  count: number;
}

/** Pairs that a category shows. */
export const MAX_MOVES = 20;
/** Technologies of a category that companies dropped or adopted. Each has up to seven postings. */
const MAX_MOVERS = 1_000;

/** Evidence of the last 30 days: a technology without it is dropped. */
const RECENT = 30;

/** Returns the definition of the companies that moved from one technology to another, in the form of REST. */
export function moveDefinition(from: string, to: string, days: DropPeriod) {
  const condition = (value: string, when: EvidenceWhen) => ({
    condition: { field: 'technology', operator: 'any_of', values: [value], when: toWhen(when) },
  });
  return {
    registry_version: REGISTRY_VERSION,
    root: {
      and: [
        condition(from, { key: 'last_seen', days }),
        condition(from, { key: 'not_seen', days: RECENT }),
        condition(to, { key: 'first_seen', days }),
      ],
    },
  };
}

/**
 * Finds the 20 moves within a category that most companies made (contract, section 16), exact at one version of the index. Equal
 * ones are ordered by the keys of both technologies.
 *
 * @throws Fault validation_error for an unknown category, and for one in which too many technologies were dropped or adopted
 */
export async function findLargestMoves(
  db: Queryable,
  filters: FiltersService,
  category: string,
  days: DropPeriod,
): Promise<CountedMove[]> {
  const [left, entered] = await atOneVersion(async () => {
    const found = await findMovers(db, category, days, MAX_MOVERS + 1);
    if (!found)
      throw invalidValue(
        '/category',
        'is not a category of technologies; search the values of the field "technology_category"',
      );
    const { movers, version } = found;
    if (movers.length > MAX_MOVERS)
      throw invalidValue(
        '/category',
        `has more than ${MAX_MOVERS} technologies that companies dropped or adopted; name two technologies instead`,
      );
    return readMovers(filters, movers, version, days);
  });
  return findLargest(left, entered, days);
}

/** A technology, and companies that dropped or adopted it. */
interface Side {
  technology: Technology;
  ids: ReadonlyBitmap;
}

const TECHNOLOGY = BUILT_IN.get('technology');

/** Reads who dropped and who adopted technologies. @returns undefined if the index has another version by now */
async function readMovers(
  filters: FiltersService,
  movers: readonly Mover[],
  version: number,
  days: DropPeriod,
): Promise<[Side[], Side[]] | undefined> {
  if (!TECHNOLOGY) throw new Error('the registry has no field technology');
  const [inPeriod, recent, adopted] = [
    { key: 'last_seen', days },
    { key: 'last_seen', days: RECENT },
    { key: 'first_seen', days },
  ] as const;
  const keysOf = (techKey: string, whens: readonly EvidenceWhen[]) =>
    whens
      .flatMap((when): readonly EvidenceWindow[] => partsOf(windowOf(when)))
      .map((part) => postingOf(TECHNOLOGY, techKey, part));
  const snapshot = await filters.postings(
    movers.flatMap(({ techKey, isDropped, isAdopted }) =>
      keysOf(techKey, [...(isDropped ? [inPeriod, recent] : []), ...(isAdopted ? [adopted] : [])]),
    ),
  );
  if (snapshot.version !== version) return undefined;
  const select = ({ techKey }: Mover, when: EvidenceWhen, from: IndexSnapshot) =>
    selectEvidence(TECHNOLOGY, techKey, when, from);
  const [left, entered]: [Side[], Side[]] = [[], []];
  const slices = new Slices(takeTurn);
  for (const technology of movers) {
    await slices.pause();
    const { isDropped, isAdopted } = technology;
    if (isDropped) {
      const ids = Bitmap.andNot(select(technology, inPeriod, snapshot), select(technology, recent, snapshot));
      left.push({ technology, ids });
    }
    if (isAdopted) entered.push({ technology, ids: select(technology, adopted, snapshot) });
  }
  return [left, entered];
}

/**
 * Counts pairs by the sizes of both sides, the largest first. No pair has more companies than its smaller side, so that the rest
 * cannot enter the result once a side is smaller than its last pair.
 */
async function findLargest(
  left: readonly Side[],
  entered: readonly Side[],
  days: DropPeriod,
): Promise<CountedMove[]> {
  await takeTurn();
  const both = Bitmap.and(Bitmap.orMany(left.map(idsOf)), Bitmap.orMany(entered.map(idsOf)));
  const [from, to] = [within(left, both), within(entered, both)];
  const top: CountedMove[] = [];
  const lowest = () => (top.length < MAX_MOVES ? 1 : (top.at(-1)?.count ?? 1));
  const slices = new Slices(takeTurn);
  for (const a of from) {
    if (a.ids.size < lowest()) break;
    for (const b of to) {
      if (b.ids.size < lowest()) break;
      if (a.technology.techKey === b.technology.techKey) continue;
      if (slices.isOver) await slices.pause();
      const count = a.ids.andCardinality(b.ids);
      if (count >= lowest()) insert(top, { from: a.technology, to: b.technology, days, count });
    }
  }
  return top;
}

const idsOf = ({ ids }: Side) => ids;

/** Returns the companies of each side that are in a set, the largest sides first. */
function within(sides: readonly Side[], ids: ReadonlyBitmap): Side[] {
  return sides
    .map((each) => ({ ...each, ids: Bitmap.and(each.ids, ids) }))
    .sort((a, b) => b.ids.size - a.ids.size);
}

function insert(top: CountedMove[], move: CountedMove): void {
  top.push(move);
  top.sort((a, b) => b.count - a.count || (nameOf(a) < nameOf(b) ? -1 : 1));
  if (top.length > MAX_MOVES) top.pop();
}

const nameOf = ({ from, to }: Move) => `${from.techKey}\0${to.techKey}`;
