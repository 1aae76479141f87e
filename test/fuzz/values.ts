import { BUILT_IN_KEYS } from '../../src/modules/filters/registry.ts';
import { GERMAN } from '../modules/lists/operations.ts';
import { definition, TEXTS } from './definitions.ts';
import type { Random } from './random.ts';

/** Existing objects: requests that name them pass the checks that stop others. */
export interface World {
  listIds: readonly number[];
  permissionIds: readonly number[];
  keyIds: readonly number[];
  userIds: readonly number[];
  emails: readonly string[];
  companyIds: readonly number[];
  materializationIds: readonly (string | number)[];
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

/** Keys of fields that conditions can name. Those of the organization are declared (world.ts). */
export const FIELD_KEYS: readonly string[] = [...BUILT_IN_KEYS, 'org.score', 'org.owner'];
const NO_FIELDS = ['custom.revenue', 'org.none', 'org.', 'score', ...TEXTS];

/** A parameter, an argument or an input field with a fixed value, valid or not. */
export interface Override {
  name: string;
  value: unknown;
}

/** Replaces a value: the variable of an argument is declared but not sent. */
export const MISSING = Symbol('missing');

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
    case 'key':
      return pick(['org.score', 'org.owner'], ['custom.revenue', 'org.none', 'org.', ...TEXTS]);
    case 'keys':
    case 'breakdown':
      return random.times(Number(pick([1, 2], [0, 11])), () => pick(['org.score', 'org.owner'], FIELD_KEYS));
    case 'field':
      return pick(FIELD_KEYS, NO_FIELDS);
    case 'sort':
      return `${random.pick(['', '-'])}${pick(['org.score', 'org.owner'], NO_FIELDS)}`;
    case 'fields':
      return pick(
        [{ 'org.score': -1.5 }, { 'org.score': null, 'org.owner': 'Ada' }],
        [{ 'org.score': 'many', 'org.none': 1 }, {}],
      );
    case 'entryId':
    case 'jobId':
    case 'webhookId':
    case 'passkeyId':
      return pick([1], [999_999, id(random, world)]);
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
    case 'sinceMaterializationId':
      return pick(world.materializationIds, [id(random, world)]);
    case 'after':
    case 'before':
    case 'cursor':
      return pick(world.cursors, ['', 'bm9uZQ==', 'x']);
    case 'first':
    case 'last':
    case 'breakdown_limit':
    case 'limit':
      return pick([1, 2, 20], [100, 1000, 1001, 0, -1]);
    case 'offset':
      return pick([0, 1], [100, 2_147_483_647]);
    case 'version':
    case 'ifVersion':
      return pick([1], [2, 0, 99]);
    case 'ifVersions':
      return pick([[1], [7, 1]], [[], [0], [2, 99]]);
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
