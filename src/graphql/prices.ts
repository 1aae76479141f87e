import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { PageBounds } from './cursors.ts';

/** What a field costs by itself, and how often what is selected below it is counted. */
export interface FieldPrice {
  field: number;
  /** How many objects it is expected to return. */
  multiplier: number;
  /** How many objects it can return, where that is far more than it is expected to; else `multiplier`. */
  most?: number;
}

/**
 * Cost of what takes more than the objects that it returns. A unit of cost is about one object read through a loader: a
 * few microseconds. A thousand units are one point of the rate limit.
 */
export const POINTS = {
  /** A look at the members of a list. */
  members: 50,
  /** A company held against the conditions of a list. */
  explanation: 200,
  /** A definition checked and counted, beside what its conditions cost (definition-price.ts). */
  count: 500,
  /** A domain put on a list, or kept off it. */
  listDomain: 5,
  tierCounts: 500,
  changes: 1_000,
  /** A text looked for in names and domains. */
  search: 2_000,
  funnel: 2_000,
  /** The matches of a definition counted by the values of a field. */
  breakdown: 5_000,
  /** The members of a list computed anew, or as another definition would give them. */
  materialization: 5_000,
  export: 9_900,
  /** Another document parsed, validated and reckoned. */
  dryRun: 10_000,
} as const;

/** How many objects a plain list is reckoned to hold where its field does not say. */
const PLAIN_LIST_SIZE = 10;

/** Inside a page or a payload: counted as often as the field above says. */
export const FREE: FieldPrice = { field: 0, multiplier: 1 };
export const EACH: FieldPrice = { field: 1, multiplier: 1 };

/** Of a field that costs more than its object. */
export function priced(points: number): FieldPrice {
  return { field: points, multiplier: 1 };
}

/** What a field costs that names no price: leaves nothing, an object a point, a plain list as much as so many objects. */
export function defaultPrice(
  _args: unknown,
  _context: unknown,
  field: GraphQLField<unknown, never>,
): FieldPrice {
  if (isLeafType(getNamedType(field.type))) return FREE;
  return isList(field.type) ? { field: PLAIN_LIST_SIZE, multiplier: PLAIN_LIST_SIZE } : EACH;
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

interface PageArguments {
  first?: number | null | undefined;
  search?: string | null | undefined;
  forceRefresh?: boolean | null | undefined;
}

/** Of a field that takes `first` and holds its items in something: `points` and those of a search or a refresh. */
export function pagePrice(bounds: PageBounds, points = 1): (args: PageArguments) => FieldPrice {
  return ({ first, search, forceRefresh }) => ({
    field: points + (search ? POINTS.search : 0) + (forceRefresh === true ? POINTS.materialization : 0),
    multiplier: pageSize(first, bounds),
  });
}

/** How many partners a company of an enrichment is expected to have. */
export const EXPECTED_PARTNERS = 100;

/** How many technologies or partners a company is expected to have at most: few have as many. */
export const EXPECTED_EDGES = 200;

/**
 * Of a page of a company's edges. Callers ask for thousands to have all of them, and companies have dozens: the price
 * goes by what is expected, the limit of objects by what is asked for.
 */
export function edgesPrice(bounds: PageBounds): (args: PageArguments) => FieldPrice {
  return ({ first }) => {
    const most = pageSize(first, bounds);
    return { field: 1, multiplier: Math.min(most, EXPECTED_EDGES), most };
  };
}

/** Of a field that takes `first` and is the list of its items: each is an object, too. */
export function listPrice(bounds: PageBounds, points = 0): (args: PageArguments) => FieldPrice {
  return ({ first }) => {
    const size = pageSize(first, bounds);
    return { field: points + size, multiplier: size };
  };
}

/** Of a field that answers each entry of a list that it is given: `each` for an entry, beside `points`. */
export function entriesPrice(entries: unknown, { each = 0, points = 1 } = {}): FieldPrice {
  const count = Array.isArray(entries) ? entries.length : 1;
  return { field: points + each * count, multiplier: count };
}

/** Arguments come as they were sent: what cannot be one is refused when the field is run. */
function pageSize(first: unknown, { defaultLimit, maxLimit }: PageBounds): number {
  if (typeof first !== 'number' || Number.isNaN(first)) return defaultLimit;
  return Math.min(Math.max(first, 1), maxLimit);
}
