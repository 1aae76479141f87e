import { GERMAN } from '../modules/lists/operations.ts';
import type { Random } from './random.ts';

/** Existing objects: requests that name them pass the checks that stop others. */
export interface World {
  listIds: readonly number[];
  permissionIds: readonly number[];
  keyIds: readonly number[];
  userIds: readonly number[];
  emails: readonly string[];
  companyIds: readonly number[];
  materializationIds: readonly string[];
  cursors: readonly string[];
  /** For sweeps, where only one value is to be invalid: no other value is chosen that would be refused. */
  onlyValid?: boolean;
}

const IDENTIFIERS = [
  'acme',
  'acme.example',
  'www.ACME.io',
  'hub',
  'gamma.example',
  'nobody',
  'nobody.example',
  '\u0000',
  'a\u0000.example',
  '\ud800',
];
const DOMAINS = [
  'acme.example',
  'beta.example',
  ...IDENTIFIERS,
  ' beta.example ',
  'a.b',
  `${'x'.repeat(250)}.example`,
  'ö.example',
  '..',
  'no dot',
  'https://user:secret@www.acme.example:8443/path?query#fragment',
  'jane@beta.example',
  'acme.example.',
  '192.0.2.1',
  '[::1]:80',
  'xn--a.example',
];
const TEXTS = [
  'acme',
  'hub',
  'a',
  '\u0000',
  'a\u0000',
  '\ud800',
  'Öl',
  '100%',
  '_',
  '\\',
  "'",
  '"',
  'kubernetes',
  '😀',
  '=1+1',
  '<b>',
];

/** Texts and values that often reveal errors. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  1e21,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER + 2,
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff.example',
  '\uffff\u202e\u200b',
  '1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%00',
  '../..',
  'x'.repeat(300),
  '☃'.repeat(2001),
  'a.'.repeat(200),
  [],
  [[]],
  [null],
  {},
  { __proto__: null, x: 1 },
  { toString: 1 },
];

/** PostgreSQL accepts neither in a text. */
const NOT_STORABLE = ['\u0000', 'a\u0000b', 'ab\ud800'];

/** Values that a sweep gives to each parameter, argument and field. */
export const SWEPT: readonly unknown[] = [
  ...NOT_STORABLE,
  null,
  '',
  '%',
  1e21,
  2_147_483_648,
  -1,
  {},
  ['a'],
  '__proto__',
];

/** A parameter, an argument or an input field with a fixed value, valid or not. */
export interface Override {
  name: string;
  value: unknown;
}

/** Replaces a value: the variable of an argument is declared but not sent. */
export const MISSING = Symbol('missing');

export const hostile = (random: Random): unknown => random.pick(random.chance(0.3) ? NOT_STORABLE : HOSTILE);

/** Returns deeply nested objects or arrays. */
export function nested(random: Random): unknown {
  let value: unknown = hostile(random);
  for (let depth = random.pick([5, 60, 150, 1_000]); depth > 0; depth--) {
    value = random.chance(0.5) ? [value] : { not: value };
  }
  return value;
}

const globalId = (type: string, id: unknown) => Buffer.from(`${type}:${id}`).toString('base64');
const NODE_TYPES = [
  'List',
  'Company',
  'ApiKey',
  'User',
  'Organization',
  'DataFlag',
  'Member',
  'Materialization',
];

function id(random: Random, world: World): string {
  const type = random.pick(NODE_TYPES);
  const number = random.pick<unknown>([
    ...world.listIds,
    ...world.keyIds,
    1,
    2,
    3,
    0,
    -1,
    '1e3',
    '99999999999',
    '',
  ]);
  return random.pick([globalId(type, number), globalId(type, number), 'bm9uZQ==', '', '\u0000', type, '☃']);
}

/** Returns values that are valid for a name, and some that are almost valid. @returns undefined for an unknown name. */
export function fitting(name: string, random: Random, world: World): unknown {
  const pick = (valid: readonly unknown[], nearly: readonly unknown[]): unknown =>
    random.pick(world.onlyValid && valid.length > 0 ? valid : [...valid, ...nearly]);
  switch (name) {
    case 'list_id':
      return pick(world.listIds, [999_999]);
    case 'listId':
      return pick(world.listIds, [999_999, id(random, world)]);
    case 'permission_id':
    case 'permissionId':
      return pick(world.permissionIds, [999_999]);
    case 'key_id':
    case 'keyId':
      return pick(world.keyIds, [999_999]);
    case 'user_id':
    case 'userId':
      return pick(world.userIds, [999_999]);
    case 'email':
      return pick(world.emails, ['nobody@nowhere.example', 'no address']);
    case 'company':
    case 'identifier':
      return pick(IDENTIFIERS.slice(0, 2), IDENTIFIERS);
    case 'tech_key':
    case 'techKey':
      return pick(['kubernetes'], TEXTS);
    case 'domain':
      return pick(DOMAINS.slice(0, 2), DOMAINS);
    case 'domains':
      return random.times(Number(pick([1, 2, 5], [0, 100, 101])), () => pick(DOMAINS.slice(0, 2), DOMAINS));
    case 'name':
    case 'label':
    case 'description':
    case 'q':
    case 'search':
    case 'search_name_or_domain':
      return pick(TEXTS.slice(0, 2), TEXTS);
    case 'id':
      return id(random, world);
    case 'ids':
      return random.times(Number(pick([1, 2], [0, 10])), () => id(random, world));
    case 'materialization':
    case 'since':
    case 'sinceMaterialization':
      return pick(world.materializationIds, [id(random, world)]);
    case 'after':
    case 'cursor':
      return pick(world.cursors, ['', 'bm9uZQ==', 'x']);
    case 'first':
    case 'breakdown_limit':
    case 'limit':
      return pick([1, 2, 20], [100, 1000, 1001, 0, -1]);
    case 'offset':
      return pick([0, 1], [100, 2_147_483_647]);
    case 'version':
    case 'ifVersion':
      return pick([1], [2, 0, 99]);
    case 'expires_at':
    case 'expiresAt':
      return pick(
        ['2026-04-01T00:00:00Z'],
        ['2020-01-01T00:00:00Z', '2026-13-01', '9999999-01-01T00:00:00Z'],
      );
    case 'overlap_seconds':
    case 'overlapSeconds':
    case 'days':
      return pick([1, 60], [0, 86_400, 366, 2_592_001]);
    case 'definition':
    case 'definitionJson':
      return world.onlyValid ? GERMAN : definition(random);
    default:
      return undefined;
  }
}

const FIELDS = [
  'technology',
  'technology_category',
  'partner',
  'investor',
  'industry',
  'country',
  'employee_range',
];
const NUMBERS = ['founded_year', 'partnership_count', 'technology_count'];
const CODES = [
  'kubernetes',
  'Containers',
  'hub.example',
  'North Fund',
  'Software',
  'DE',
  '11-50',
  'kubernets',
];

/** Returns a definition in the spelling of REST, mostly within its limits. */
export function definition(random: Random): unknown {
  return { registry_version: random.chance(0.95) ? '1' : hostile(random), root: node(random, 4) };
}

function node(random: Random, depth: number): unknown {
  if (random.chance(0.03)) return hostile(random);
  if (depth === 0 || random.chance(0.5)) return { condition: condition(random) };
  const kind = random.pick(['and', 'or', 'not']);
  if (kind === 'not') return { not: node(random, depth - 1) };
  return { [kind]: random.times(random.pick([1, 2, 3, 3, 0]), () => node(random, depth - 1)) };
}

function condition(random: Random): unknown {
  const kind = random.below(4);
  const value = (make: () => unknown) => (random.chance(0.08) ? hostile(random) : make());
  if (kind === 0) {
    const values = random.times(random.pick([1, 2, 2]), () => value(() => random.below(2030)));
    return {
      field: random.pick(NUMBERS),
      operator: random.pick(['eq', 'gte', 'lte', 'between', 'is_known']),
      values,
    };
  }
  if (kind === 1) {
    const values = random.times(random.pick([1, 1, 3]), () => value(() => random.pick(TEXTS)));
    const operator = random.pick(['contains', 'starts_with', 'ends_with', 'equals']);
    return { field: random.pick(['name', 'domain']), operator, values };
  }
  const values = random.times(random.pick([1, 1, 2, 251]), () => value(() => random.pick(CODES)));
  return {
    field: random.pick(FIELDS),
    operator: random.pick(['any_of', 'all_of', 'none_of', 'is_known']),
    values,
  };
}
