import { describe, expect, it } from '@jest/globals';
import { codes } from '../../harness/errors.ts';
import type { TestService } from '../../harness/service.ts';
import { send, signIn } from '../../harness/sessions.ts';
import { useService } from '../../harness/use-service.ts';
import { createAdmin, works } from './support.ts';

const served = useService('meanwhile', { tenantPerTest: true });
const { service, tenant } = served;
/** A process that still knows callers for three seconds after another one has ended or demoted them. */
const elsewhere = served.beside();

const rowsOf = async (sql: string, values: unknown[]) =>
  (await service.database.pool.query(sql, values)).rows;
const run = (sql: string, values: unknown[]) => service.database.pool.query(sql, values);

/** Sends a mutation with a session. @returns the codes of its errors. */
async function mutate(cookie: string, mutation: string, at: TestService = service): Promise<unknown[]> {
  const { body } = await send(at, 'POST /graphql', { cookie, body: { query: `mutation { ${mutation} }` } });
  const { errors = [] } = body as { errors?: { extensions: { code: string } }[] };
  return errors.map(({ extensions }) => extensions.code);
}

/** Makes a key of the tenant's admin, as somebody who has stolen it uses it: for a session. */
async function steal() {
  const { key, apiKey } = await service.admin.createKey({ user: tenant.email }, {});
  const cookie = await signIn(service, { key });
  const whoAmI = async (at: TestService) => (await send(at, 'GET /v1/session', { cookie })).status;
  expect([await whoAmI(service), await whoAmI(elsewhere)]).toEqual([200, 200]);
  const other = await service.admin.createKey({ user: tenant.email }, { label: 'other' });
  return { keyId: apiKey.id, cookie, whoAmI, otherId: other.apiKey.id };
}

const sessionsOf = (keyId: number) =>
  rowsOf(
    `SELECT revoked_at IS NOT NULL AS ended FROM api_key WHERE created_by_key_id = $1 AND signed_in_by = 'key'`,
    [keyId],
  );
const liveKeys = () =>
  rowsOf(
    'SELECT id FROM api_key WHERE user_id = $1 AND revoked_at IS NULL AND signed_in_by IS NULL ORDER BY id',
    [tenant.userId],
  );

describe('a session that was opened with a key', () => {
  it.each([
    ['over the API', (keyId: number) => served.rest().delete(`/v1/keys/${keyId}`)],
    ['by a command', (keyId: number) => service.admin.revokeKey(keyId)],
  ])('ends in the transaction in which the key is revoked %s', async (_way, revoke) => {
    const { keyId } = await steal();
    await revoke(keyId);
    expect(await sessionsOf(keyId)).toEqual([{ ended: true }]);
    const [entry] = await rowsOf(
      `SELECT details FROM admin_event WHERE action = 'key_revoked' AND details ->> 'key_id' = $1`,
      [String(keyId)],
    );
    expect(entry?.details).toEqual({
      key_id: keyId,
      revoked_with_it: [],
      sessions_ended: [expect.any(Number)],
    });
  });

  it.each([
    ['is revoked', (keyId: number) => service.admin.revokeKey(keyId, true)],
    // An older release of the service revokes the key alone.
    [
      'is revoked alone',
      (keyId: number) => run('UPDATE api_key SET revoked_at = now() WHERE id = $1', [keyId]),
    ],
    [
      'expires',
      (keyId: number) =>
        run('UPDATE api_key SET expires_at = $2 WHERE id = $1', [keyId, service.clock.now()]),
    ],
  ])('changes no keys once that key %s, in a process that still knows it', async (_how, end) => {
    const { keyId, cookie, otherId } = await steal();
    await end(keyId);
    const before = await liveKeys();
    for (const mutation of [
      `rotateApiKey(input: { keyId: ${otherId} }) { key }`,
      'createApiKey(input: { kind: USER }) { key }',
      'createApiKey(input: { kind: ORG }) { key }',
      `revokeApiKey(input: { keyId: ${otherId} }) { apiKey { keyId } }`,
      `updateApiKey(input: { keyId: ${otherId}, label: "mine" }) { apiKey { keyId } }`,
      'revokeSessions(input: {}) { count }',
      'createWebhook(input: { url: "https://hooks.example/" }) { secret }',
      'inviteUser(input: { email: "x@evil.example", role: ADMIN }) { link }',
      'createList(input: { name: "late" }) { list { listId } }',
      'saveDraft(input: { definition: {} }) { draft { draftId } }',
    ])
      expect(await mutate(cookie, mutation, elsewhere)).toEqual(['INVALID_API_KEY']);
    expect(await liveKeys()).toEqual(before);
    expect(await rowsOf('SELECT id FROM list WHERE organization_id = $1', [tenant.organizationId])).toEqual(
      [],
    );
  });

  it('is no key for the commands, although both share their ids', async () => {
    const { keyId, cookie, whoAmI } = await steal();
    const [session] = await rowsOf(
      `SELECT id FROM api_key WHERE created_by_key_id = $1 AND signed_in_by = 'key'`,
      [keyId],
    );
    const missing = `no key has the id ${session?.id}`;
    await expect(service.admin.revokeKey(session?.id)).rejects.toThrow(missing);
    await expect(service.admin.rotateKey(session?.id, { overlapSeconds: 0 })).rejects.toThrow(missing);
    expect([await whoAmI(service), cookie.length > 0]).toEqual([200, true]);
    expect(await sessionsOf(keyId)).toEqual([{ ended: false }]);
  });

  it('leaves no key behind when it rotates and creates keys while its key is revoked', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { keyId, cookie, otherId } = await steal();
      const [created] = await Promise.all([
        mutate(cookie, 'createApiKey(input: { kind: USER }) { key }', elsewhere),
        service.admin.revokeKey(keyId, true),
        mutate(cookie, `rotateApiKey(input: { keyId: ${otherId} }) { key }`, elsewhere),
      ]);
      expect([[], ['INVALID_API_KEY']]).toContainEqual(created);
      const left = await rowsOf(
        `SELECT k.id FROM api_key k JOIN api_key s ON s.id = k.created_by_key_id
         WHERE s.created_by_key_id = $1 AND k.revoked_at IS NULL`,
        [keyId],
      );
      expect(left).toEqual([]);
    }
  });
});

describe('an admin who was demoted, in a process that still takes them for one', () => {
  const DEMOTED: [string, string][] = [
    ['rotateApiKey(input: { keyId: ACCOUNT_KEY }) { key }', 'API_KEY_NOT_FOUND'],
    ['revokeApiKey(input: { keyId: OTHER_KEY }) { apiKey { keyId } }', 'API_KEY_NOT_FOUND'],
    ['updateApiKey(input: { keyId: ACCOUNT_KEY, label: "mine" }) { apiKey { keyId } }', 'API_KEY_NOT_FOUND'],
    ['createApiKey(input: { kind: ORG }) { key }', 'INSUFFICIENT_ACCESS'],
    ['createApiKey(input: { kind: USER, userId: ACCOUNT }) { key }', 'INSUFFICIENT_ACCESS'],
    ['revokeSessions(input: { userId: OTHER }) { count }', 'INSUFFICIENT_ACCESS'],
    ['deleteWebhook(input: { webhookId: WEBHOOK }) { deletedId }', 'WEBHOOK_NOT_FOUND'],
    ['updateUser(input: { userId: OTHER, role: ADMIN }) { user { userId } }', 'INSUFFICIENT_ACCESS'],
    ['updateUser(input: { userId: OTHER, disabled: true }) { user { userId } }', 'INSUFFICIENT_ACCESS'],
    ['createServiceAccount(input: { name: "mine" }) { user { userId } }', 'INSUFFICIENT_ACCESS'],
    ['inviteUser(input: { email: "x@evil.example", role: ADMIN }) { link }', 'INSUFFICIENT_ACCESS'],
    [
      'updateOrganization(input: { creditsLowThreshold: 5 }) { organization { name } }',
      'INSUFFICIENT_ACCESS',
    ],
  ];

  it('changes nothing that needs an admin', async () => {
    const { id: account, email } = await service.admin.createServiceAccount(tenant.name, 'Program');
    const accountKey = (await service.admin.createKey({ user: email }, {})).apiKey.id;
    const otherKey = (await service.admin.createKey({ user: tenant.email }, {})).apiKey.id;
    await signIn(service, { key: tenant.userKey });
    const made = await served.rest().post('/v1/webhooks', { url: 'https://hooks.example/' });
    const ids = {
      ACCOUNT_KEY: accountKey,
      OTHER_KEY: otherKey,
      ACCOUNT: account,
      OTHER: tenant.userId,
      WEBHOOK: made.body.webhook_id,
    };
    const state = () =>
      rowsOf(
        `SELECT (SELECT json_agg(to_jsonb(k) - 'last_used_at' ORDER BY k.id) FROM api_key k WHERE k.organization_id = $1) AS keys,
          (SELECT json_agg(u ORDER BY u.id) FROM "user" u WHERE u.organization_id = $1) AS users,
          (SELECT json_agg(w ORDER BY w.id) FROM webhook w WHERE w.organization_id = $1) AS webhooks,
          (SELECT json_agg(o) FROM organization o WHERE o.id = $1) AS organization,
          (SELECT count(*) FROM admin_event WHERE organization_id = $1) AS events`,
        [tenant.organizationId],
      );
    for (const [index, [mutation, code]] of DEMOTED.entries()) {
      const admin = await createAdmin(service, tenant, `Former${index}`);
      expect(await works(elsewhere, admin.userKey)).toBe(true);
      await run(`UPDATE "user" SET role = 'member' WHERE id = $1`, [admin.userId]);
      const before = await state();
      const text = mutation.replace(/\b[A-Z]+(?:_KEY)?(?= *[,}])/g, (name) =>
        String(ids[name as keyof typeof ids] ?? name),
      );
      expect([text, codes(await elsewhere.graphql(admin.userKey, `mutation { ${text} }`))]).toEqual([
        text,
        [code],
      ]);
      expect(await state()).toEqual(before);
    }
  });
});
