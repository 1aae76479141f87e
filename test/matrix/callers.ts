import { beginRun } from '../../src/modules/import/history.ts';
import { seedTriedImport } from '../harness/seed.ts';
import type { Colleague, Tenant, TestService } from '../harness/service.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { KUBERNETES } from '../modules/lists/operations.ts';

/** All kinds of callers, from one without a key to the owner of the list and the key of the operation. */
export const CALLERS = [
  'no key',
  'revoked key',
  'organization key',
  'owner',
  'editor',
  'viewer',
  'colleague without access',
  'admin without access',
  'operator without access',
  'member of another organization',
  'admin of another organization',
  'operator of another organization',
  'key of another organization',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Texts that occur only in private objects: a response with one of them reveals the object. */
export const MARKERS = {
  list: ['mark-list', 'mark-added', 'mark-excluded', 'mark-definition'],
  key: ['mark-label'],
  organization: ['mark-org', 'mark-field'],
  user: ['mark-person'],
  flag: ['mark-flag'],
  installation: ['mark-import'],
} as const;

/** Users of the organization. */
export const USERS: readonly Caller[] = [
  'owner',
  'editor',
  'viewer',
  'colleague without access',
  'admin without access',
  'operator without access',
];

/** Operators of the installation: members of their organizations, without access to any list. */
export const OPERATORS: readonly Caller[] = ['operator without access', 'operator of another organization'];

/** Callers who may see objects with a marker. */
const MAY_SEE: Record<keyof typeof MARKERS, readonly Caller[]> = {
  list: ['owner', 'editor', 'viewer'],
  key: ['owner', 'admin without access'],
  organization: ['organization key', ...USERS],
  user: USERS,
  flag: ['owner', 'admin without access'],
  installation: [],
};

/** What operators see of all organizations, by operations for them alone. */
const FOR_OPERATORS: readonly (keyof typeof MARKERS)[] = ['organization', 'flag', 'installation'];

/**
 * @param isForOperators whether the operation is refused to all others.
 * @returns the markers that a response to a caller must not have.
 */
export function hiddenFrom(caller: Caller, isForOperators = false): string[] {
  const shown = isForOperators && OPERATORS.includes(caller) ? FOR_OPERATORS : [];
  return (Object.keys(MARKERS) as (keyof typeof MARKERS)[])
    .filter((kind) => !MAY_SEE[kind].includes(caller) && !shown.includes(kind))
    .flatMap((kind) => [...MARKERS[kind]]);
}

export interface People {
  keys: Record<Caller, string | undefined>;
  owner: Colleague;
  editor: Colleague;
  viewer: Colleague;
  /** Sends nothing, so that operations may disable them. */
  departing: Colleague;
  /** Service account of the organization. */
  programId: number;
  organizationId: number;
  /** Entry of the ledger of a charge of the owner. */
  entryId: number;
}

export async function createPeople(service: TestService): Promise<People> {
  await seedSmallCatalogue(service.database.pool);
  const tenant = await service.createTenant('mark-org', 100_000);
  const other = await service.createTenant('elsewhere', 100_000);
  const person = (of: Tenant, name: string) => service.createColleague(of, name);
  const owner = await person(tenant, 'mark-person-owner');
  const editor = await person(tenant, 'mark-person-editor');
  const viewer = await person(tenant, 'mark-person-viewer');
  const stranger = await person(tenant, 'mark-person-stranger');
  const departing = await person(tenant, 'mark-person-departing');
  const operator = await person(tenant, 'mark-person-operator');
  const otherMember = await person(other, 'member');
  const otherOperator = await person(other, 'operator');
  for (const { email } of [operator, otherOperator]) await service.admin.setOperator(email, true);
  await beginRun(service.database.pool, { paths: ['/mark-import'], options: {} });
  const keys = {
    'no key': undefined,
    'revoked key': await createRevokedKey(service, owner.userKey),
    'organization key': tenant.orgKey,
    owner: owner.userKey,
    editor: editor.userKey,
    viewer: viewer.userKey,
    'colleague without access': stranger.userKey,
    'admin without access': tenant.userKey,
    'operator without access': operator.userKey,
    'member of another organization': otherMember.userKey,
    'admin of another organization': other.userKey,
    'operator of another organization': otherOperator.userKey,
    'key of another organization': other.orgKey,
  };
  const program = await service.admin.createServiceAccount('mark-org', 'mark-person-program');
  return {
    keys,
    owner,
    editor,
    viewer,
    departing,
    programId: program.id,
    organizationId: tenant.organizationId,
    entryId: await createCharge(service, owner.userKey),
  };
}

/** Charges a user for a company. @returns the entry of the ledger */
async function createCharge(service: TestService, key: string): Promise<number> {
  const { post, get } = service.rest(key);
  await post('/v1/enrich/partnerships', { domains: ['acme.example'] });
  return (await get('/v1/account/ledger')).body.entries[0].entry_id;
}

/** Creates a key of the owner that has just been revoked. */
async function createRevokedKey(service: TestService, ownerKey: string): Promise<string> {
  const { key, keyId } = await createKey(service, ownerKey);
  const revoke = 'mutation ($keyId: ID!) { revokeApiKey(input: { keyId: $keyId }) { apiKey { keyId } } }';
  await service.graphql(ownerKey, revoke, { keyId });
  return key;
}

export async function createKey(
  service: TestService,
  ownerKey: string,
): Promise<{ key: string; keyId: number }> {
  const create =
    'mutation { createApiKey(input: { kind: USER, label: "mark-label" }) { key apiKey { keyId } } }';
  const { body } = await service.graphql(ownerKey, create);
  return { key: body.data.createApiKey.key, keyId: body.data.createApiKey.apiKey.keyId };
}

/** A list with what belongs to it. */
interface ListFixture {
  listId: number;
  added: string;
  excluded: string;
  permissionId: number;
  materializationId: number;
}

/** Objects that belong to no list. */
interface OtherFixture {
  /** An import that was tried. */
  importId: number;
  keyId: number;
  flagId: number;
  /** Own field of the organization, and a key that no field has. */
  fieldKey: string;
  newFieldKey: string;
}

/** The objects that one operation is called on. */
export interface Fixture extends ListFixture, OtherFixture {
  organizationId: number;
  entryId: number;
  ownerId: number;
  editorId: number;
  departingId: number;
  programId: number;
}

let made = 0;

/**
 * Creates a list of the owner, shared with the editor and the viewer, a key and a data flag of the owner, and a field of the
 * organization.
 */
export async function createFixture(service: TestService, people: People): Promise<Fixture> {
  const { owner, editor, departing, programId, organizationId, entryId } = people;
  return {
    ...(await createListFixture(service, people)),
    ...(await createOtherFixture(service, people)),
    organizationId,
    entryId,
    ownerId: owner.userId,
    editorId: editor.userId,
    departingId: departing.userId,
    programId,
  };
}

/** Creates a list of the owner, shared with the editor and the viewer. */
export async function createListFixture(
  service: TestService,
  { owner, editor, viewer }: People,
): Promise<ListFixture> {
  const rest = service.rest(owner.userKey);
  const number = ++made;
  const [added, excluded] = [`mark-added-${number}.example`, `mark-excluded-${number}.example`];
  const root = { or: [KUBERNETES.root, condition('name', 'contains', ['mark-definition'])] };
  const created = await rest.post('/v1/lists', {
    name: `mark-list-${number}`,
    definition: definition(root),
  });
  const listId: number = created.body.list_id;
  await rest.post(`/v1/lists/${listId}/domains`, { domains: [added] });
  await rest.post(`/v1/lists/${listId}/excluded-domains`, { domains: [excluded] });
  await rest.put(`/v1/lists/${listId}/views/mark-view`, { columns: ['name'] });
  await rest.post(`/v1/lists/${listId}/permissions`, { user_id: editor.userId, access_level: 'editor' });
  const granted = await rest.post(`/v1/lists/${listId}/permissions`, {
    user_id: viewer.userId,
    access_level: 'viewer',
  });
  const members = await service.graphql(
    owner.userKey,
    'query ($id: ID!) { list(listId: $id) { members { materialization { materializationId } } } }',
    { id: listId },
  );
  return {
    listId,
    added,
    excluded,
    permissionId: granted.body.permission_id,
    materializationId: members.body.data.list.members.materialization.materializationId,
  };
}

/** Creates a key and a data flag of the owner, and a field of the organization. */
export async function createOtherFixture(
  service: TestService,
  { owner, organizationId, keys }: People,
): Promise<OtherFixture> {
  const number = ++made;
  const { keyId } = await createKey(service, owner.userKey);
  const flagged = await service
    .rest(owner.userKey)
    .post('/v1/companies/acme/flags', { description: 'mark-flag' });
  const [fieldKey, newFieldKey] = [`org.field_${number}`, `org.new_${number}`];
  await service
    .rest(keys['admin without access'])
    .post('/v1/fields', { key: fieldKey, label: 'mark-field', type: 'number' });
  return {
    importId: await seedTriedImport(service.database.pool, { organizationId, userId: owner.userId }),
    keyId,
    flagId: flagged.body.flag_id,
    fieldKey,
    newFieldKey,
  };
}

/** Revokes the key of the fixture and removes its fields, because both are limited. */
export async function discard(
  service: TestService,
  { keyId, fieldKey, newFieldKey }: OtherFixture,
): Promise<void> {
  await service.database.pool.query('DELETE FROM own_field WHERE key = ANY ($1)', [[fieldKey, newFieldKey]]);
  await service.database.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [keyId]);
}
