import { GERMAN } from '../modules/lists/operations.ts';
import { type Caller, type Fixture, OPERATORS, USERS } from './callers.ts';

/** The lowest access to the list or key of an operation, or no requirement. */
type Level =
  | 'viewer'
  | 'editor'
  | 'owner'
  /** Only the owner of the key; admins see that it exists. */
  | 'key owner'
  /** The owner of the key and the admins of the organization. */
  | 'key manager'
  /** Every key of the organization. */
  | 'organization'
  /** Every user of the organization. */
  | 'colleague'
  /** Admins, each for their own organization. */
  | 'admin'
  /** Admins of the user's organization. */
  | 'admin of the user'
  /** Admins of the field's organization. */
  | 'admin of the field'
  | 'nobody'
  /** The user who raised the flag, the admins of the organization, and operators of the installation. */
  | 'reporter'
  /** Operators of the installation, of any organization. */
  | 'operator'
  | 'anyone';

export interface Expectation {
  /** `key`: any valid key; `user`: a personal key. */
  scope: 'key' | 'user';
  level: Level;
  /** The result for the owner of the list, if the operation is for others. */
  ofOwner?: string;
  /** The result for callers below the level; `null`: the root field is null, without an error. */
  hidden?: string;
  /** Values of arguments, parameters and body fields that differ from the table below. */
  values?: (fixture: Fixture) => Record<string, unknown>;
  /** The query of a REST request. */
  query?: (fixture: Fixture) => string;
  /** The body of a REST request, from the same values. */
  body?: (fixture: Fixture) => object;
}

const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');

/** Who may do what with a webhook is tested in test/modules/webhooks, with a draft in test/modules/lists. */
const NO_ROW = 2_147_483_647;

/** Values by the names of arguments, input fields and REST parameters. */
export function valuesOf(fixture: Fixture): Record<string, unknown> {
  return {
    listId: fixture.listId,
    list_id: fixture.listId,
    keyId: fixture.keyId,
    permissionId: fixture.permissionId,
    permission_id: fixture.permissionId,
    key_id: fixture.keyId,
    flagId: fixture.flagId,
    flag_id: fixture.flagId,
    entryId: fixture.entryId,
    entry_id: fixture.entryId,
    organizationId: fixture.organizationId,
    organization_id: fixture.organizationId,
    amount: 5,
    tech_key: 'kubernetes',
    sinceMaterializationId: fixture.materializationId,
    untilMaterializationId: fixture.materializationId,
    userId: fixture.editorId,
    sessionId: fixture.keyId,
    passkeyId: 1,
    passkey_id: 1,
    webhookId: NO_ROW,
    webhook_id: NO_ROW,
    jobId: NO_ROW,
    job_id: NO_ROW,
    importId: fixture.importId,
    import_id: fixture.importId,
    draftId: NO_ROW,
    draft_id: NO_ROW,
    definition: GERMAN,
    url: 'https://hooks.example/',
    response: {},
    identifier: 'acme',
    domain: 'acme.example',
    domains: ['acme.example', 'beta.example'],
    name: 'named by the caller',
    label: 'named by the caller',
    techKey: 'kubernetes',
    search: 'acme',
    q: 'acme',
    field: 'country',
    definitionJson: GERMAN,
    version: 1,
    accessLevel: 'VIEWER',
    kind: 'USER',
    role: 'MEMBER',
    query: '{ viewer { user { userId } } }',
    first: 2,
    creditsLowThreshold: 7,
    favourite: true,
    key: fixture.fieldKey,
    values: [{ identifier: 'acme', fields: { [fixture.fieldKey]: 5 } }],
    tags: ['tagged by the caller'],
  };
}

const anyKey: Expectation = { scope: 'key', level: 'anyone' };
const anyUser: Expectation = { scope: 'user', level: 'anyone' };
const viewer: Expectation = { scope: 'user', level: 'viewer' };
const editor: Expectation = { scope: 'user', level: 'editor' };
const owner: Expectation = { scope: 'user', level: 'owner' };
const keyManager: Expectation = { scope: 'user', level: 'key manager' };
const userManager: Expectation = {
  scope: 'user',
  level: 'admin of the user',
  values: ({ departingId }) => ({ userId: departingId, user_id: departingId }),
};
/** Nobody of the fixture has a session. */
const ownSession: Expectation = { scope: 'user', level: 'nobody', hidden: 'session_not_found' };
/** Nobody of the fixture has this webhook. */
const ownWebhook: Expectation = { scope: 'user', level: 'nobody', hidden: 'webhook_not_found' };
/** Nobody of the fixture has this job. Who may do what with one is tested in test/modules/jobs. */
const ownJob: Expectation = { scope: 'key', level: 'nobody', hidden: 'job_not_found' };
/** Nobody of the fixture has this draft. */
const ownDraft: Expectation = { scope: 'user', level: 'nobody', hidden: 'draft_not_found' };
/** Nobody of the fixture is signed in. */
const signedIn: Expectation = { scope: 'user', level: 'nobody', hidden: 'session_required' };
const operator: Expectation = { scope: 'user', level: 'operator' };
/** The address is new to each fixture: an address has one user. */
const invitation: Expectation = {
  scope: 'user',
  level: 'admin',
  values: ({ listId }) => ({ email: `invited-${listId}@nobody.example` }),
};
const fieldReader: Expectation = { scope: 'key', level: 'organization', hidden: 'field_not_found' };
const fieldAdmin: Expectation = { scope: 'user', level: 'admin of the field' };
const newField: Expectation = {
  scope: 'user',
  level: 'admin',
  values: ({ newFieldKey }) => ({ key: newFieldKey }),
};
const serviceAccount: Expectation = { scope: 'user', level: 'admin' };
const domain = (name: 'added' | 'excluded') => ({
  values: (fixture: Fixture) => ({ domain: fixture[name] }),
});
const node = (level: Level, idOf: (fixture: Fixture) => string): Expectation => ({
  scope: 'key',
  level,
  hidden: 'null',
  values: (fixture) => ({ id: idOf(fixture), ids: [idOf(fixture)] }),
});

const NODES: Record<string, Expectation> = {
  'a list': node('viewer', ({ listId }) => globalId('List', listId)),
  'an API key': node('key manager', ({ keyId }) => globalId('ApiKey', keyId)),
  'a user': node('colleague', ({ ownerId }) => globalId('User', ownerId)),
  'a permission': node('viewer', ({ permissionId }) => globalId('Permission', permissionId)),
  'a materialization': node('viewer', ({ materializationId }) =>
    globalId('Materialization', materializationId),
  ),
  'an organization': node('organization', ({ organizationId }) => globalId('Organization', organizationId)),
  'a flag': node('reporter', ({ flagId }) => globalId('DataFlag', flagId)),
  'an organization of the installation': node('operator', ({ organizationId }) =>
    globalId('InstalledOrganization', organizationId),
  ),
  'an import': node('operator', () => globalId('CatalogueImport', 1)),
  'an entry of the ledger': node('key manager', ({ entryId }) => globalId('CreditEntry', entryId)),
  'a company': node('anyone', () => globalId('Company', 1)),
  'a technology': node('anyone', () => globalId('Technology', 1)),
};

/** Operations on lists to which the materialization of the fixture does not belong. */
const OF_OTHER_LISTS = {
  values: () => ({ sinceMaterializationId: undefined, untilMaterializationId: undefined }),
};

/** A list that the caller may not see, beside a draft. */
const compared = ({ listId }: Fixture) => ({
  sets: [{ listId }, { name: 'draft of the caller', definitionJson: GERMAN }],
});
const MOVE = { from: 'kubernetes', to: 'postgresql', category: 'Containers' };

const EXAMPLES = ['acme.example', 'beta.example', 'gamma.example'];

const matched = () => ({ rows: [{ domain: 'acme.example', name: 'Acme' }] });

/** By root field: one expectation, or several by the kind of object. */
export const GRAPHQL: Record<string, Expectation | Record<string, Expectation>> = {
  'Query.catalogue': anyKey,
  'Query.companies': anyKey,
  'Query.company': anyKey,
  'Query.companyField': fieldReader,
  'Query.companyFields': anyKey,
  'Query.creditEntry': { scope: 'key', level: 'key manager', hidden: 'credit_entry_not_found' },
  'Query.draft': ownDraft,
  'Query.drafts': { ...anyUser, ...OF_OTHER_LISTS },
  'Query.estimateEnrichment': anyKey,
  'Query.events': anyKey,
  'Query.filterFieldValues': anyUser,
  'Query.flag': { scope: 'key', level: 'reporter', hidden: 'flag_not_found' },
  'Query.filterFields': anyUser,
  'Query.filterValues': anyUser,
  'Query.installation': operator,
  'Query.job': ownJob,
  'Query.jobs': anyKey,
  'Query.list': viewer,
  'Query.listOverlap': { ...viewer, values: compared },
  'Query.lists': { ...anyUser, ...OF_OTHER_LISTS },
  'Query.matchCompanies': { ...anyKey, values: matched },
  'Query.node': NODES,
  'Query.nodes': NODES,
  'Query.operationCost': anyKey,
  'Query.previewCount': anyUser,
  'Query.rateLimit': anyKey,
  'Query.suggestDefinitions': { ...anyUser, values: () => ({ domains: EXAMPLES }) },
  'Query.technologies': anyKey,
  'Query.technology': anyKey,
  'Query.technologyMove': { ...anyKey, values: () => MOVE },
  'Query.technologyMoves': { ...anyKey, values: () => MOVE },
  'Query.viewer': anyKey,
  'Mutation.addDomains': editor,
  'Mutation.addPasskey': signedIn,
  'Mutation.createApiKey': {
    'the caller': { ...anyUser, values: () => ({ userId: undefined }) },
    'a service account': {
      scope: 'user',
      level: 'admin of the user',
      values: ({ programId }) => ({ userId: programId }),
    },
  },
  'Mutation.createField': newField,
  'Mutation.createOrganization': {
    ...operator,
    values: ({ listId }) => ({
      name: `Organization ${listId}`,
      admin: { email: `graphql-admin-${listId}@nobody.example` },
    }),
  },
  'Mutation.createList': { ...anyUser, ...OF_OTHER_LISTS },
  'Mutation.createServiceAccount': serviceAccount,
  'Mutation.applyImport': operator,
  'Mutation.approveJob': ownJob,
  'Mutation.cancelJob': ownJob,
  'Mutation.createWebhook': anyUser,
  'Mutation.deleteDraft': ownDraft,
  'Mutation.deleteField': fieldAdmin,
  'Mutation.deleteList': owner,
  'Mutation.deleteJob': ownJob,
  'Mutation.deleteView': { ...editor, values: () => ({ name: 'mark-view' }) },
  'Mutation.deleteWebhook': ownWebhook,
  'Mutation.duplicateList': viewer,
  'Mutation.enrichPartnerships': anyKey,
  'Mutation.excludeDomains': editor,
  'Mutation.createExportJob': viewer,
  'Mutation.exportList': viewer,
  'Mutation.flagCompany': anyKey,
  'Mutation.grantCredits': {
    ...operator,
    values: ({ organizationId }) => ({ organizationId: globalId('InstalledOrganization', organizationId) }),
  },
  'Mutation.grantPermission': owner,
  'Mutation.inviteUser': invitation,
  'Mutation.leaveList': { ...viewer, ofOwner: 'permission_not_found' },
  'Mutation.materializeList': viewer,
  'Mutation.createPasskeyOptions': signedIn,
  'Mutation.removePasskey': signedIn,
  'Mutation.renamePasskey': signedIn,
  'Mutation.removeDomain': { ...editor, ...domain('added') },
  'Mutation.replaceDefinition': editor,
  'Mutation.replayWebhook': ownWebhook,
  'Mutation.resolveFlag': {
    ...operator,
    values: ({ flagId }) => ({ flagId: globalId('DataFlag', flagId) }),
  },
  'Mutation.restoreDefinition': editor,
  'Mutation.revokeApiKey': keyManager,
  'Mutation.revokePermission': owner,
  'Mutation.revokeSession': ownSession,
  'Mutation.revokeSessions': userManager,
  'Mutation.rotateApiKey': { ...keyManager, level: 'key owner' },
  'Mutation.retryJob': ownJob,
  'Mutation.rotateWebhookSecret': ownWebhook,
  'Mutation.saveDraft': { ...anyUser, ...OF_OTHER_LISTS },
  'Mutation.saveView': {
    ...editor,
    values: () => ({ columns: ['name'], sort: 'name', breakdowns: ['country'] }),
  },
  'Mutation.setFavourite': viewer,
  'Mutation.setFieldValues': anyKey,
  'Mutation.skipWebhookEvent': ownWebhook,
  'Mutation.testWebhook': ownWebhook,
  'Mutation.transferOwnership': owner,
  'Mutation.unexcludeDomain': { ...editor, ...domain('excluded') },
  'Mutation.updateApiKey': keyManager,
  'Mutation.updateDigest': anyUser,
  'Mutation.updateField': fieldAdmin,
  'Mutation.updateList': editor,
  'Mutation.updateOrganization': { scope: 'user', level: 'admin' },
  'Mutation.unwatchList': editor,
  'Mutation.updateUser': userManager,
  'Mutation.watchList': editor,
  'Mutation.updateJob': ownJob,
  'Mutation.updateWebhook': ownWebhook,
  'Subscription.events': anyKey,
  'Subscription.listChanged': viewer,
};

const domains = () => ({ domains: ['acme.example'] });
const grant = ({ editorId }: Fixture) => ({ user_id: editorId, access_level: 'viewer' });

/** Expectations by route. */
export const REST: Record<string, Expectation> = {
  'GET /catalogue': anyKey,
  'GET /companies': { ...anyKey, query: () => '?q=acme' },
  'GET /companies/:identifier': anyKey,
  'GET /technologies': anyKey,
  'GET /technologies/:tech_key': anyKey,
  'GET /companies/:identifier/lists': anyUser,
  'GET /companies/:identifier/similar': anyKey,
  'GET /technology-moves': { ...anyKey, query: () => '?from=kubernetes&to=postgresql' },
  'POST /companies/:identifier/flags': anyKey,
  'POST /enrich/partnerships': { ...anyKey, body: domains },
  'POST /enrich/partnerships/estimate': { ...anyKey, body: domains },
  'POST /match': { ...anyKey, body: matched },
  'GET /account': anyKey,
  'PATCH /account': {
    scope: 'user',
    level: 'admin',
    body: () => ({ credits_low_threshold: 7 }),
  },
  'GET /account/flags': anyKey,
  'GET /account/ledger': anyKey,
  'GET /account/ledger/:entry_id': {
    scope: 'key',
    level: 'key manager',
    hidden: 'credit_entry_not_found',
  },
  'GET /account/limits': anyKey,
  'GET /account/users': anyUser,
  'GET /account/users/:user_id': {
    scope: 'user',
    level: 'colleague',
    hidden: 'user_not_found',
    values: ({ ownerId }) => ({ user_id: ownerId }),
  },
  'POST /account/users': {
    ...invitation,
    body: ({ keyId }) => ({ email: `invited-${keyId}@nobody.example`, role: 'member' }),
  },
  'PATCH /account/users/:user_id': { ...userManager, body: () => ({ disabled: true }) },
  'POST /account/service-accounts': { ...serviceAccount, body: () => ({ name: 'named by the caller' }) },
  'GET /account/usage': { scope: 'user', level: 'admin' },
  'GET /session': anyKey,
  'GET /account/sessions': anyUser,
  'DELETE /account/sessions': anyUser,
  'DELETE /account/sessions/:session_id': ownSession,
  'DELETE /account/users/:user_id/sessions': userManager,
  'GET /account/passkeys': anyUser,
  'GET /account/passkeys/:passkey_id': { scope: 'user', level: 'nobody', hidden: 'passkey_not_found' },
  'POST /account/passkeys': { ...signedIn, body: () => ({ name: 'named by the caller', response: {} }) },
  'POST /account/passkeys/options': { ...signedIn, body: () => ({}) },
  'PATCH /account/passkeys/:passkey_id': { ...signedIn, body: () => ({ name: 'named by the caller' }) },
  'DELETE /account/passkeys/:passkey_id': signedIn,
  'GET /account/digest': anyUser,
  'PATCH /account/digest': { ...anyUser, body: () => ({ frequency: 'weekly' }) },
  'GET /flags': operator,
  'GET /flags/:flag_id': { scope: 'key', level: 'reporter', hidden: 'flag_not_found' },
  'PATCH /flags/:flag_id': { ...operator, body: () => ({ resolution: 'corrected' }) },
  'GET /installation/imports': operator,
  'GET /installation/imports/:import_id': operator,
  'POST /installation/imports/:import_id/apply': operator,
  'GET /installation/imports/:import_id/rejects': operator,
  'GET /installation/checks': operator,
  'GET /installation/organizations': operator,
  'GET /installation/organizations/:organization_id': operator,
  'POST /installation/organizations': {
    ...operator,
    body: ({ keyId }) => ({ name: `New ${keyId}`, admin: { email: `admin-${keyId}@nobody.example` } }),
  },
  'POST /installation/organizations/:organization_id/credits': {
    ...operator,
    body: () => ({ amount: 5 }),
  },
  'GET /events': anyKey,
  'GET /jobs': anyKey,
  'GET /jobs/:job_id': ownJob,
  'PATCH /jobs/:job_id': { ...ownJob, body: () => ({ shared: true }) },
  'DELETE /jobs/:job_id': ownJob,
  'POST /jobs/:job_id/approve': { ...ownJob, body: () => ({}) },
  'POST /jobs/:job_id/cancel': ownJob,
  'POST /jobs/:job_id/retry': ownJob,
  'GET /jobs/:job_id/rows': ownJob,
  'GET /jobs/:job_id/result': ownJob,
  'GET /webhooks': anyUser,
  'POST /webhooks': { ...anyUser, body: () => ({ url: 'https://hooks.example/' }) },
  'GET /webhooks/:webhook_id': ownWebhook,
  'PATCH /webhooks/:webhook_id': { ...ownWebhook, body: () => ({ label: 'named by the caller' }) },
  'DELETE /webhooks/:webhook_id': ownWebhook,
  'GET /webhooks/:webhook_id/deliveries': ownWebhook,
  'POST /webhooks/:webhook_id/replay': { ...ownWebhook, body: () => ({}) },
  'POST /webhooks/:webhook_id/rotate-secret': ownWebhook,
  'POST /webhooks/:webhook_id/skip': ownWebhook,
  'POST /webhooks/:webhook_id/test': ownWebhook,
  'GET /drafts': anyUser,
  'POST /drafts': { ...anyUser, body: () => ({ definition: {} }) },
  'GET /drafts/:draft_id': ownDraft,
  'PUT /drafts/:draft_id': { ...ownDraft, body: () => ({ definition: {} }) },
  'DELETE /drafts/:draft_id': ownDraft,
  'GET /fields': anyKey,
  'POST /fields': {
    ...newField,
    body: ({ newFieldKey }) => ({ key: newFieldKey, label: 'named by the caller', type: 'number' }),
  },
  'POST /fields/values': {
    ...anyKey,
    body: ({ fieldKey }) => ({ values: [{ identifier: 'acme', fields: { [fieldKey]: 5 } }] }),
  },
  'GET /fields/:key': fieldReader,
  'PATCH /fields/:key': { ...fieldAdmin, body: () => ({ label: 'named by the caller' }) },
  'DELETE /fields/:key': fieldAdmin,
  'GET /keys': anyUser,
  'POST /keys': { ...anyUser, body: () => ({ kind: 'user' }) },
  'GET /keys/:key_id': keyManager,
  'PATCH /keys/:key_id': { ...keyManager, body: () => ({ label: 'named by the caller' }) },
  'DELETE /keys/:key_id': keyManager,
  'POST /keys/:key_id/rotate': { ...keyManager, level: 'key owner' },
  'GET /keys/:key_id/usage': keyManager,
  'GET /lists/filter-fields': anyUser,
  'GET /lists/filter-fields/:field/values': { ...anyUser, values: () => ({ field: 'country' }) },
  'GET /lists/filter-values': { ...anyUser, query: () => '?search=acme' },
  'POST /lists/overlap': {
    ...viewer,
    body: ({ listId }) => ({
      sets: [{ list_id: listId }, { name: 'draft of the caller', definition: GERMAN }],
    }),
  },
  'POST /lists/suggest': { ...viewer, body: ({ listId }) => ({ list_id: listId }) },
  'POST /lists/preview-count': { ...anyUser, body: () => GERMAN },
  'POST /lists/preview': { ...anyUser, body: () => ({ definition: GERMAN, breakdown: ['partner'] }) },
  'GET /lists/company-search': { ...anyUser, query: () => '?q=acme' },
  'POST /lists': { ...anyUser, body: () => ({ name: 'named by the caller' }) },
  'GET /lists': anyUser,
  'GET /lists/:list_id': viewer,
  'PATCH /lists/:list_id': { ...editor, body: () => ({ name: 'named by the caller' }) },
  'DELETE /lists/:list_id': owner,
  'GET /lists/:list_id/definition': viewer,
  'PUT /lists/:list_id/definition': { ...editor, body: () => GERMAN },
  'POST /lists/:list_id/definition/preview': { ...viewer, body: () => GERMAN },
  'GET /lists/:list_id/definition/versions': viewer,
  'GET /lists/:list_id/definition/versions/:version': viewer,
  'POST /lists/:list_id/definition/versions/:version/restore': editor,
  'GET /lists/:list_id/members': viewer,
  'POST /lists/:list_id/materialize': viewer,
  'GET /lists/:list_id/materializations': viewer,
  'GET /lists/:list_id/used-by': viewer,
  'GET /lists/:list_id/views': viewer,
  'PUT /lists/:list_id/views/:name': { ...editor, body: () => ({ columns: ['name'] }) },
  'DELETE /lists/:list_id/views/:name': { ...editor, values: () => ({ name: 'mark-view' }) },
  'GET /lists/:list_id/changes': {
    ...viewer,
    query: ({ materializationId }) => `?since=${materializationId}`,
  },
  'GET /lists/:list_id/explain': { ...viewer, query: () => '?company=acme' },
  'GET /lists/:list_id/export.csv': viewer,
  'POST /lists/:list_id/export': viewer,
  'GET /lists/:list_id/export/estimate': viewer,
  'GET /lists/:list_id/domains': viewer,
  'POST /lists/:list_id/domains': { ...editor, body: domains },
  'DELETE /lists/:list_id/domains/:domain': { ...editor, ...domain('added') },
  'GET /lists/:list_id/excluded-domains': viewer,
  'POST /lists/:list_id/excluded-domains': { ...editor, body: domains },
  'DELETE /lists/:list_id/excluded-domains/:domain': { ...editor, ...domain('excluded') },
  'GET /lists/:list_id/permissions': viewer,
  'GET /lists/:list_id/permissions/:permission_id': viewer,
  'POST /lists/:list_id/permissions': { ...owner, body: grant },
  'DELETE /lists/:list_id/permissions/:permission_id': owner,
  'DELETE /lists/:list_id/permissions/me': { ...viewer, ofOwner: 'permission_not_found' },
  'POST /lists/:list_id/owner': { ...owner, body: ({ editorId }) => ({ user_id: editorId }) },
  'GET /lists/:list_id/audit-log': viewer,
  'POST /lists/:list_id/duplicate': { ...viewer, body: () => ({}) },
  'PUT /lists/:list_id/favourite': viewer,
  'DELETE /lists/:list_id/favourite': viewer,
  'PUT /lists/:list_id/watch': editor,
  'DELETE /lists/:list_id/watch': editor,
};

const ORGANIZATION: readonly Caller[] = ['organization key', ...USERS];
const BY_LEVEL: Record<Level, readonly Caller[]> = {
  viewer: ['owner', 'editor', 'viewer'],
  editor: ['owner', 'editor'],
  owner: ['owner'],
  'key owner': ['owner'],
  'key manager': ['owner', 'admin without access'],
  organization: ORGANIZATION,
  colleague: USERS,
  admin: ['admin without access', 'admin of another organization'],
  'admin of the user': ['admin without access'],
  'admin of the field': ['admin without access'],
  nobody: [],
  reporter: ['owner', 'admin without access', ...OPERATORS],
  operator: OPERATORS,
  anyone: [
    ...ORGANIZATION,
    'member of another organization',
    'admin of another organization',
    'operator of another organization',
    'key of another organization',
  ],
};
const INSUFFICIENT: readonly Caller[] = ['editor', 'viewer'];

/** The kind of a result: `ok`, `null`, or the code of an error. */
export function expectedClass(caller: Caller, { scope, level, hidden, ofOwner }: Expectation): string {
  if (caller === 'no key' || caller === 'revoked key') return 'invalid_api_key';
  const isOrganization = caller === 'organization key' || caller === 'key of another organization';
  if (scope === 'user' && isOrganization) return 'user_credential_required';
  if (caller === 'owner' && ofOwner) return ofOwner;
  if (BY_LEVEL[level].includes(caller)) return 'ok';
  if (hidden) return hidden;
  if (level === 'admin of the field' && !USERS.includes(caller)) return 'field_not_found';
  if (level === 'admin of the user' && caller === 'admin of another organization') return 'user_not_found';
  if (level.startsWith('admin') || level === 'operator') return 'insufficient_access';
  if (level === 'key owner' && caller === 'admin without access') return 'insufficient_access';
  if (level.startsWith('key')) return 'api_key_not_found';
  return INSUFFICIENT.includes(caller) ? 'insufficient_access' : 'list_not_found';
}
