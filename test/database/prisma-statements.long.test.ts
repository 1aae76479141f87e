import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { listFlags } from '../../src/modules/flags/review.ts';
import { endSignInLinks } from '../../src/modules/sign-in/links.ts';
import { subscribe } from '../harness/events.ts';
import { CLIENT, type Issuer, startIssuer } from '../harness/issuer.ts';
import { seedPlain } from '../harness/seed.ts';
import { startTestService, type TestService } from '../harness/service.ts';
import { codeFor, ORIGIN, send, signIn } from '../harness/sessions.ts';
import { recordStatements } from '../harness/statements.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import { exchange, givePasskey, signInOptions } from '../modules/sign-in/passkey-support.ts';

const FILE = 'test/database/statements/prisma.sql';
const HEADER = '-- SQL that Prisma makes of model operations. Written by `npm run statements`.';

/** Prisma writes the schema before each table. Our own statements, `$queryRaw` included, never do. */
const OF_PRISMA = /"public"\./;

const MODELS = Object.keys(Prisma.ModelName).map((name) => name.charAt(0).toLowerCase() + name.slice(1));
const OPERATION = new RegExp(
  `\\.(${MODELS.join('|')})\\.(find|count|create|update|delete|upsert)\\w*\\(`,
  'g',
);

/** Beginnings of statements about a table, by kind of operation. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  find: 'SELECT ',
  count: 'SELECT COUNT(*) AS "_count$_all" FROM (SELECT ',
  create: 'INSERT INTO ',
  update: 'UPDATE ',
  delete: 'DELETE FROM ',
};

const KEY_FIELDS = `keyId kind status user { name } createdBy { name } createdByKey { label } replaces { label }
  replacedBy { label }`;
const globalId = (name: string, id: number) => Buffer.from(`${name}:${id}`).toString('base64');

let issuer: Issuer;
let service: TestService;
let written: string;

beforeAll(async () => {
  issuer = await startIssuer(`${ORIGIN}/v1/session/oidc/callback`);
  const oidc = { issuer: issuer.url, clientId: CLIENT.id, clientSecret: CLIENT.secret, label: 'SSO' };
  service = await startTestService({ oidc });
  service.clock.set(new Date().toISOString());
  const entries: string[] = [];
  const shown = new Set<string>();
  for (const [name, run] of await operations()) {
    const { statements } = await recordStatements(async () => run());
    const all = new Set(statements.filter((sql) => OF_PRISMA.test(sql)).map(layOut));
    const own = [...all].filter((sql) => !shown.has(sql)).toSorted();
    for (const sql of own) shown.add(sql);
    if (own.length > 0) entries.push([`-- ${name}`, ...own].join('\n'));
  }
  written = `${[HEADER, ...entries].join('\n\n')}\n`;
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

/** Writes each clause on a line, without the schema, the offset and the length of lists: they say nothing of the query. */
function layOut(sql: string): string {
  const short = sql
    .replace(/"public"\./g, '')
    .replace(/ OFFSET \$\d+/g, '')
    .replace(/ IN \([$\d,]+\)/g, ' IN (...)');
  return `${short.replace(/ (FROM|LEFT JOIN|WHERE|ORDER BY|VALUES|SET|RETURNING) /g, '\n  $1 ')};`;
}

/** The operations that use models of Prisma, in an order in which each finds what it needs. */
async function operations(): Promise<[string, () => PromiseLike<unknown>][]> {
  const { admin, database, prisma } = service;
  const tenant = await service.createTenant('first');
  await admin.setOperator(tenant.email, true);
  const colleague = await service.createColleague(tenant, 'grace');
  await seedPlain(database.pool, 'acme');
  const listId = await createList(service, tenant.userKey, 'List', { ...KUBERNETES, root: null });
  const ask = async (query: string, variables: object = {}) => {
    const { body } = await service.graphql(tenant.userKey, query, variables);
    expect(body.errors).toBeUndefined();
    return body.data;
  };
  const mutate = async (name: string, input: object, selection: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const data = await ask(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, {
      input,
    });
    return data[name];
  };
  const { apiKey } = await mutate('createApiKey', { kind: 'USER' }, 'apiKey { keyId }');
  const { flag } = await mutate('flagCompany', { identifier: 'acme' }, 'flag { flagId }');
  const { keyId } = apiKey;
  const { flagId } = flag;
  const { userId } = colleague;
  const expiresAt = '2100-04-01T00:00:00Z';
  const email = 'a@second.example';
  const inViewer = (selection: string) => ask(`{ viewer { ${selection} } }`);
  const inInstallation = (selection: string) => ask(`{ installation { ${selection} } }`);
  const grant = { organizationId: tenant.organizationId, amount: 5 };
  const inList = (selection: string) => ask(`{ list(listId: ${listId}) { ${selection} } }`);
  const node = (type: string, id: number, selection: string) =>
    ask(`query ($id: ID!) { node(id: $id) { ... on ${type} { ${selection} } } }`, { id: globalId(type, id) });
  const watch = async () => {
    const stream = await subscribe(service.url, { key: tenant.userKey, variables: { id: listId } });
    await service.rest(tenant.userKey).patch(`/v1/lists/${listId}`, { name: 'Renamed' });
    await stream.next();
    stream.leave();
  };
  const signInByLink = async () => signIn(service, { code: await codeFor(service, tenant.userId) });
  /** The first time links the account; the second time finds it. */
  const signInByOidc = async () => {
    issuer.claims.set(issuer.account, { email: colleague.email, email_verified: true });
    const begun = await send(service, 'GET /v1/session/oidc/start');
    const back = await issuer.visit(begun.headers.get('Location') ?? '');
    const cookie = begun.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const end = await send(service, `GET ${back.replace(ORIGIN, '')}`, { cookie });
    expect(end.headers.get('Location')).toBe('/');
  };
  let given: Awaited<ReturnType<typeof givePasskey>>;
  const addPasskey = async () => {
    given = await givePasskey(service, tenant.userId);
  };
  const signInByPasskey = async () =>
    exchange(service, given.authenticator.get(await signInOptions(service)));
  const renamePasskey = async () =>
    send(service, `PATCH /v1/account/passkeys/${given.passkeyId}`, {
      cookie: await signInByLink(),
      body: { name: 'Phone' },
    });
  const removePasskey = async () =>
    send(service, `DELETE /v1/account/passkeys/${given.passkeyId}`, { cookie: await signInByLink() });
  let webhookId: number;
  const createWebhook = async () => {
    const made = await service.rest(tenant.userKey).post('/v1/webhooks', { url: 'https://hooks.example/' });
    webhookId = made.body.webhook_id;
    const pending = 'UPDATE webhook SET pending_position = 1, pending_event_id = 1 WHERE id = $1';
    await service.database.pool.query(pending, [webhookId]);
  };
  return [
    ['POST /v1/session, a link', signInByLink],
    ['POST /v1/session, a key', () => signIn(service, { key: tenant.userKey })],
    ['OpenID, the first time', signInByOidc],
    ['OpenID', signInByOidc],
    ['addPasskey', addPasskey],
    ['POST /v1/session, a passkey', signInByPasskey],
    ['Viewer.passkeys', () => inViewer('passkeys { name }')],
    ['Organization.quotas', () => inViewer('organization { quotas { used } }')],
    ['renamePasskey', renamePasskey],
    ['removePasskey', removePasskey],
    ['Viewer.sessions', () => inViewer('sessions { sessionId }')],
    ['revokeSessions', () => mutate('revokeSessions', {}, 'count')],
    ['Viewer.user, organization', () => inViewer('user { name } organization { name }')],
    ['Organization.users', () => inViewer('organization { users { totalCount edges { node { name } } } }')],
    ['Viewer.apiKeys', () => inViewer(`apiKeys { totalCount edges { node { ${KEY_FIELDS} } } }`)],
    ['Viewer.apiKey', () => inViewer(`apiKey(keyId: ${keyId}) { ${KEY_FIELDS} }`)],
    ['node of an ApiKey', () => node('ApiKey', keyId, KEY_FIELDS)],
    ['node of a DataFlag', () => node('DataFlag', flagId, 'flagId')],
    ['node of an Organization', () => node('Organization', tenant.organizationId, 'name')],
    ['node of a User', () => node('User', tenant.userId, 'name')],
    ['createApiKey', () => mutate('createApiKey', { kind: 'USER' }, `apiKey { ${KEY_FIELDS} }`)],
    ['updateApiKey', () => mutate('updateApiKey', { keyId, label: 'a' }, 'apiKey { keyId }')],
    ['updateApiKey, expiry', () => mutate('updateApiKey', { keyId, expiresAt }, 'apiKey { keyId }')],
    ['rotateApiKey', () => mutate('rotateApiKey', { keyId, overlapSeconds: 60 }, 'apiKey { keyId }')],
    ['revokeApiKey', () => mutate('revokeApiKey', { keyId, includeCreated: true }, 'createdKeys { keyId }')],
    [
      'updateUser',
      () => mutate('updateUser', { userId, role: 'ADMIN', name: 'G' }, 'user { name } createdKeys { keyId }'),
    ],
    ['updateUser, to disable', () => mutate('updateUser', { userId, disabled: true }, 'user { name }')],
    ['updateUser, to enable', () => mutate('updateUser', { userId, disabled: false }, 'user { name }')],
    [
      'updateOrganization',
      () => mutate('updateOrganization', { creditsLowThreshold: 7 }, 'organization { name }'),
    ],
    ['createWebhook', createWebhook],
    ['Viewer.webhooks', () => inViewer('webhooks { webhookId }')],
    [
      'Viewer.webhook',
      () =>
        inViewer(`webhook(webhookId: ${webhookId}) { deliveries { totalCount edges { node { type } } } }`),
    ],
    ['updateWebhook', () => mutate('updateWebhook', { webhookId, enabled: true }, 'webhook { url }')],
    ['skipWebhookEvent', () => mutate('skipWebhookEvent', { webhookId }, 'webhook { url }')],
    ['replayWebhook', () => mutate('replayWebhook', { webhookId }, 'webhook { url }')],
    ['rotateWebhookSecret', () => mutate('rotateWebhookSecret', { webhookId }, 'secret')],
    ['testWebhook', () => mutate('testWebhook', { webhookId }, 'attempt { outcome }')],
    ['deleteWebhook', () => mutate('deleteWebhook', { webhookId }, 'deletedId')],
    ['createServiceAccount', () => mutate('createServiceAccount', { name: 'Import' }, 'user { name }')],
    ['inviteUser', () => mutate('inviteUser', { email: 'b@first.example', role: 'MEMBER' }, 'user { name }')],
    ['end of links', () => endSignInLinks(prisma, tenant.userId)],
    ['flagCompany', () => mutate('flagCompany', { identifier: 'acme' }, 'flag { flagId }')],
    ['Viewer.flags', () => inViewer('flags { totalCount edges { node { flagId } } }')],
    [
      'Installation.flags',
      () =>
        inInstallation(
          'flags { totalCount edges { node { flaggedCompany { name } organization { name } } } }',
        ),
    ],
    [
      'Installation.organizations',
      () => inInstallation('organizations { totalCount edges { node { name } } }'),
    ],
    ['node of an InstalledOrganization', () => node('InstalledOrganization', tenant.organizationId, 'name')],
    [
      'resolveFlag',
      () => mutate('resolveFlag', { flagId, resolution: 'CORRECTED', note: 'fixed' }, 'flag { flagId }'),
    ],
    ['grantCredits', () => mutate('grantCredits', grant, 'organization { name }')],
    [
      'createField',
      () => mutate('createField', { key: 'org.score', label: 'Score', type: 'NUMBER' }, 'field { key }'),
    ],
    ['updateField', () => mutate('updateField', { key: 'org.score', position: 0 }, 'field { key }')],
    ['deleteField', () => mutate('deleteField', { key: 'org.score' }, 'deletedId')],
    ['List.addedDomains', () => inList('addedDomains { totalCount }')],
    ['List.auditLog', () => inList('auditLog { totalCount }')],
    ['List.permissions', () => inList('permissions { totalCount }')],
    ['listChanged', watch],
    ['org create', () => admin.createOrganization('second', 10)],
    ['org list', () => admin.listOrganizations()],
    ['user create', () => admin.createUser({ organization: 'second', email, name: 'A', admin: true })],
    ['user list', () => admin.listUsers('second')],
    ['user disable', () => admin.disableUser(email)],
    ['user enable', () => admin.enableUser(email)],
    ['user role', () => admin.setRole(email, 'member')],
    ['user link', () => admin.makeLink(email, 'https://data.example')],
    ['user service', () => admin.createServiceAccount('second', 'Import')],
    ['key create', () => admin.createKey({ user: email }, {})],
    ['key list', () => admin.listKeys(undefined)],
    ['key list --org', () => admin.listKeys({ organization: 'second' })],
    ['key list --user', () => admin.listKeys({ user: email })],
    ['key rotate', () => admin.rotateKey(1, { overlapSeconds: 60 })],
    ['key limit', () => admin.limitKey(2, 500)],
    ['key revoke', () => admin.revokeKey(1)],
    ['credits show', () => admin.readLedger('second', 10)],
    ['flags list', () => listFlags(prisma, 'queued', 10)],
    ['flags resolve', () => admin.resolveFlag(flagId, { resolution: 'corrected', note: 'fixed' })],
    ['user operator', () => admin.setOperator(email, true)],
    ['audit', () => admin.readAudit({ organization: 'second' }, 10)],
  ];
}

describe('the statements of Prisma', () => {
  it('match those written out for review (npm run statements writes them)', () => {
    if (process.env.WRITE_STATEMENTS) writeFileSync(FILE, written);
    expect(readFileSync(FILE, 'utf8')).toBe(written);
  });

  it('are there for every operation on a model that the source has', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
    const sources = files.filter((name) => name.endsWith('.ts') && !name.startsWith('generated'));
    const used = sources.flatMap((name) => [...readFileSync(`src/${name}`, 'utf8').matchAll(OPERATION)]);
    const beginnings = used.map(([, model = '', kind = '']) => {
      const table = model.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return `${BEGINNINGS[kind]}"${table}"`;
    });
    const text = written.replace(/^--.*$/gm, '').replace(/\s+/g, ' ');
    const missing = [...new Set(beginnings)].filter((each) => !text.includes(` ${each}`));
    expect(used.length).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });
});
