import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
} from 'graphql';
import { DEFINITION_COSTS } from '../../lib/cost-class.ts';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import type { PageBounds } from '../../lib/page.ts';

/** Price that a field declares by its option `price`. */
export interface FieldPrice {
  /** Weight: the cost of the field itself. */
  field: number;
  /** Number of objects that the field is expected to return. It multiplies the cost of what is selected below. */
  multiplier: number;
  /** Number of objects that the field can return, if that is far more; default: `multiplier`. */
  most?: number;
  /** How the caller determines that number: by `first`, or by the number of inputs. Undefined: not at all. */
  sizedBy?: 'page' | 'inputs';
}

/**
 * Weights of fields that do more than read the objects that they return. One unit of cost is about one object read through
 * a loader: a few microseconds.
 */
export const POINTS = {
  /** Reading the members of a list. */
  members: 50,
  /** Comparing one company with the conditions of a list. */
  explanation: 200,
  /** Validating and counting a definition, in addition to its conditions. */
  count: 500,
  /** Adding one domain to a list, or excluding it. */
  listDomain: 5,
  /** Matching a row to a company by its domains, and by its name. */
  matchedRow: 10,
  matchedName: 200,
  /** Storing values of one company. */
  fieldValues: 2,
  /** Comparing a company with all others. */
  similar: 10_000,
  /** Searching the rule behind examples. */
  rule: 75_000,
  /** Comparing every two technologies of a category. */
  moves: 10_000,
  tierCounts: 500,
  /** Sorting members by a number of the facet index. */
  numberSort: 500,
  /** Reading and sorting the names of members: up to 100,000 of them. */
  nameSort: 20_000,
  changes: 1_000,
  /** Looking for a company in the members of the caller's lists. */
  companyLists: 1_000,
  /** Searching names and domains for a text. */
  search: 2_000,
  funnel: 2_000,
  /** Counting the matches of a definition by the values of a field. */
  breakdown: 5_000,
  /** Computing the members of a list, with its own or with another definition. */
  materialization: 5_000,
  export: 9_900,
  /** Mailing a link to any address that the caller chooses: 30 a minute, by the default budget. */
  invitation: 9_900,
  /** Sending a request to a host that the caller chooses: 30 a minute, by the default budget. */
  webhookTest: 9_900,
  /** Asking the database, and the servers of mail and of signing in, how they are. */
  checks: 9_900,
  /** Parsing, validating and analyzing another document. */
  dryRun: 10_000,
} as const;

/** Assumed size of an unpaged list, and of pages of what few owners have more of. */
export const PLAIN_LIST_SIZE = 10;

/** Price of a part of a page or payload: its selections are multiplied by the field above only. */
export const FREE: FieldPrice = { field: 0, multiplier: 1 };
export const EACH: FieldPrice = { field: 1, multiplier: 1 };

/** Price of a field that costs more than its object. */
export function priced(points: number): FieldPrice {
  return { field: points, multiplier: 1 };
}

/** Price of a field that declares none: leaves are free, an object costs 1, an unpaged list counts as 10 objects. */
export function defaultPrice(field: GraphQLField<unknown, never>): FieldPrice {
  if (isLeafType(getNamedType(field.type))) return FREE;
  return isListType(getNullableType(field.type)) ? sized(PLAIN_LIST_SIZE) : EACH;
}

/** Price of a list of so many objects. */
function sized(size: number, points = 0): FieldPrice {
  return { field: points + size, multiplier: size };
}

/** Lists of the schema that are shorter than an unpaged list is assumed to be. */
const SCHEMA_LIST_SIZES: Readonly<Record<string, number>> = {
  '__Field.args': 3,
  '__Directive.args': 3,
  '__Type.fields': 6,
  '__Type.inputFields': 4,
  '__Type.enumValues': 2,
  '__Type.interfaces': 2,
  '__Type.possibleTypes': 2,
};

/** graphql-js reads objects of the schema leaf by leaf, and blocks the process meanwhile. */
const SCHEMA_WEIGHT = 3;

/**
 * Price of a field below `__schema` or `__type`. `types` counts as many objects as the schema has types: reading the whole
 * schema once stays below the limit of an operation, reading it twice does not.
 */
export function introspectionPrice(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  field: GraphQLField<unknown, never>,
): FieldPrice {
  const place = `${parent.name}.${field.name}`;
  const size =
    place === '__Schema.types' ? Object.keys(schema.getTypeMap()).length : SCHEMA_LIST_SIZES[place];
  const price = size === undefined ? defaultPrice(field) : sized(size);
  return { ...price, field: SCHEMA_WEIGHT * price.field };
}

interface PageArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  search?: string | null | undefined;
  forceRefresh?: boolean | null | undefined;
}

/** Price of a field that takes `first`, or `last` instead, and returns a page, with `points` and those of a search or a refresh. */
export function pagePrice(bounds: PageBounds, points = 1): (args: PageArguments) => FieldPrice {
  return ({ first, last, search, forceRefresh }) => ({
    field: points + (search ? POINTS.search : 0) + (forceRefresh === true ? POINTS.materialization : 0),
    multiplier: pageSize(last ?? first, bounds),
    sizedBy: 'page',
  });
}

/** Expected number of partners of a company in an enrichment. */
export const EXPECTED_PARTNERS = 100;

/** Expected maximum of technologies or partners of a company: few have as many. */
const EXPECTED_EDGES = 200;

/**
 * Price of a page of which few objects have as many entries as callers request in order to get all: a company's edges, or
 * the permissions of a list. The cost depends on the expected number, the limit of nodes on the requested one.
 */
export function edgesPrice(
  bounds: PageBounds,
  expected = EXPECTED_EDGES,
): (args: PageArguments) => FieldPrice {
  return ({ first }) => {
    const most = pageSize(first, bounds);
    return { field: 1, multiplier: Math.min(most, expected), most, sizedBy: 'page' };
  };
}

/** Price of a field that takes `first` and is itself the list of a company's edges: as much as a page of them. */
export function edgeListPrice(bounds: PageBounds): (args: PageArguments) => FieldPrice {
  return ({ first }) => {
    const most = pageSize(first, bounds);
    return { ...sized(Math.min(most, EXPECTED_EDGES), 1), most, sizedBy: 'page' };
  };
}

/** Price of a field that takes `first` and is itself the list of items: each costs 1. */
export function listPrice(bounds: PageBounds, points = 0): (args: PageArguments) => FieldPrice {
  return ({ first }) => ({ ...sized(pageSize(first, bounds), points), sizedBy: 'page' });
}

/** Price of counting by several fields at once, as much as by each. */
export function breakdownsPrice(
  bounds: PageBounds,
): (args: PageArguments & { fields?: unknown }) => FieldPrice {
  return ({ first, fields }) => {
    const count = Array.isArray(fields) ? fields.length : 1;
    const entries = count * pageSize(first, bounds);
    return { field: count * POINTS.breakdown + entries, multiplier: entries, sizedBy: 'page' };
  };
}

/** Price of a field that returns a result for each of its inputs: `each` for an input, in addition to `points`. */
export function entriesPrice(entries: unknown, { each = 0, points = 1 } = {}): FieldPrice {
  const count = Array.isArray(entries) ? entries.length : 1;
  return { field: points + each * count, multiplier: count, sizedBy: 'inputs' };
}

/** Arguments come as they were sent: the field refuses wrong values when it runs. */
function pageSize(first: unknown, { defaultLimit, maxLimit }: PageBounds): number {
  if (typeof first !== 'number' || Number.isNaN(first)) return defaultLimit;
  return Math.min(Math.max(first, 1), maxLimit);
}

const PATTERN_OPERATORS: ReadonlySet<unknown> = new Set(['contains', 'starts_with', 'ends_with']);

/** Only so many nodes are visited: a definition with more is refused, whatever it costs. */
const MAX_NODES = 2_000;

/** Arguments come as they were sent. */
interface DefinitionArguments {
  definition?: unknown;
  definitionJson?: unknown;
}

/** Price of a field that validates a definition: `points`, and the cost of the conditions. */
export function definitionPrice(points: number = POINTS.count): (args: DefinitionArguments) => FieldPrice {
  return (args) => priced(points + conditionsCost(args));
}

/** Price of a mutation whose input may contain a definition. */
export function inputDefinitionPrice({ input }: { input?: unknown }): FieldPrice {
  return priced(1 + (isJsonObject(input) ? conditionsCost(input) : 0));
}

/** Estimates the cost of the conditions of a definition from their number and the number of their values. */
function conditionsCost({ definition, definitionJson }: DefinitionArguments): number {
  const given = definition ?? definitionJson;
  const pending: unknown[] = isJsonObject(given) ? [given.root] : [];
  let cost = 0;
  for (let seen = 0; pending.length > 0 && seen < MAX_NODES; seen += 1) {
    const node = pending.pop();
    if (!isJsonObject(node)) continue;
    const { and, or, not, condition } = node;
    for (const children of [and, or])
      if (Array.isArray(children)) pending.push(...children.slice(0, MAX_NODES));
    pending.push(not);
    if (isJsonObject(condition)) cost += conditionCost(condition);
  }
  return cost;
}

function conditionCost({ operator, values }: JsonObject): number {
  const count = Array.isArray(values) ? values.length : 1;
  const isPattern = typeof operator === 'string' && PATTERN_OPERATORS.has(operator.toLowerCase());
  const { condition, value, pattern } = DEFINITION_COSTS;
  return condition + count * (isPattern ? pattern : value);
}
