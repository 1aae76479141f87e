import { describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import { removeExpired } from '../../src/modules/idempotency/queries.ts';
import { codes } from '../harness/errors.ts';
import { sweepTime } from '../harness/sweeps.ts';
import { createList, GERMAN, KUBERNETES } from '../modules/lists/operations.ts';
import { ACME, ENRICH, FLAG, freshKey, keyed, PATH, twice, useSender } from './idempotent.ts';

const { books, records, rest, service, tenant } = useSender();

describe('a retry with the same key', () => {
  it('gets the first response byte for byte, and is charged once', async () => {
    const payer = await service.createTenant('payer', 10);
    const [first] = await twice((key) => keyed(service.rest(payer.orgKey).post(PATH, ACME), key));
    expect([first.status, first.headers['x-credits-charged'], first.headers['x-credits-remaining']]).toEqual([
      200,
      '1',
      '9',
    ]);
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [1] });
  });

  it('works the same over GraphQL, interpreted and compiled', async () => {
    const payer = await service.createTenant('graph', 10);
    for (let use = 0; use < 4; use++) {
      const [first] = await twice((key) =>
        keyed(service.graphql(payer.userKey, ENRICH, { input: ACME }), key),
      );
      expect(first.body.data.enrichPartnerships.creditsCharged).toBe(use === 0 ? 1 : 0);
    }
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [1] });
  });

  it('is a new request once 24 hours have passed', async () => {
    const payer = await service.createTenant('day', 10);
    const key = freshKey();
    const send = () => keyed(service.rest(payer.userKey).post(PATH, ACME), key);
    await send();
    service.clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    expect((await send()).headers).toMatchObject({
      'x-credits-charged': '1',
      'idempotency-replayed': 'true',
    });
    service.clock.advance({ seconds: 1 });
    const late = await send();
    expect([late.headers['x-credits-charged'], late.headers['idempotency-replayed']]).toEqual([
      '0',
      undefined,
    ]);
    const other = await keyed(service.rest(payer.userKey).post(PATH, { domains: ['beta.example'] }), key);
    expect(other.body.detail.error).toBe('idempotency_key_reused');
  });
});

describe('a response that every retry gets', () => {
  it.each<[string, number, () => Test]>([
    [
      '400 batch_too_large',
      400,
      () => rest().post(PATH, { domains: Array.from({ length: 101 }, () => 'a.b') }),
    ],
    ['404 company_not_found', 404, () => rest().post('/v1/companies/nobody/flags')],
    ['422 invalid_definition', 422, () => rest().post('/v1/lists', { name: 'A', definition: {} })],
  ])('is %s', async (name, status, request) => {
    const [first] = await twice((key) => keyed(request(), key));
    expect([first.status, first.body.detail.error]).toEqual([status, name.slice(4)]);
  });

  it('may be an error over GraphQL as well', async () => {
    const [first] = await twice((key) =>
      keyed(service.graphql(tenant.userKey, FLAG, { input: { identifier: 'nobody' } }), key),
    );
    expect(first.body).toMatchObject({
      data: { flagCompany: null },
      errors: [{ path: ['flagCompany'], extensions: { code: 'COMPANY_NOT_FOUND', identifier: 'nobody' } }],
    });
  });
});

describe('a response that a retry with the same key may replace', () => {
  it('is 402, once there are credits', async () => {
    const poor = await service.createTenant('poor', 1);
    const key = freshKey();
    const send = () =>
      keyed(service.rest(poor.userKey).post(PATH, { domains: ['acme.example', 'beta.example'] }), key);
    expect((await send()).status).toBe(402);
    await service.admin.grantCredits('poor', 1);
    const paid = await send();
    expect([paid.status, paid.headers['x-credits-charged'], paid.headers['idempotency-replayed']]).toEqual([
      200,
      '2',
      undefined,
    ]);
    expect(await books(poor)).toMatchObject({ balance: 0, ledger: 0, paidFor: [1, 2] });
  });

  it('is 403 or 409, once access or the list has changed', async () => {
    const id = await createList(service, tenant.userKey, 'Guarded');
    const eve = await service.createColleague(tenant, 'Eve');
    const [rename, replace] = [freshKey(), freshKey()];
    const grant = (access_level: string) =>
      rest().post(`/v1/lists/${id}/permissions`, { user_id: eve.userId, access_level });
    const asEve = () => keyed(service.rest(eve.userKey).patch(`/v1/lists/${id}`, { name: 'Mine' }), rename);
    await grant('viewer');
    expect((await asEve()).status).toBe(403);
    await grant('editor');
    expect((await asEve()).status).toBe(200);
    const put = () => keyed(rest().put(`/v1/lists/${id}/definition`, GERMAN).set('If-Match', '"2"'), replace);
    expect((await put()).status).toBe(409);
    await rest().put(`/v1/lists/${id}/definition`, KUBERNETES);
    expect((await put()).body).toEqual({ definition_version: 3, definition: GERMAN });
  });

  /** Sends a document that was charged before its second mutation failed. */
  async function halfDone(name: string) {
    const { pool } = service.database;
    const payer = await service.createTenant(name, 10);
    const listId = await createList(service, payer.userKey, 'Half done');
    const query = `mutation ($enrich: EnrichPartnershipsInput!, $domains: AddDomainsInput!) {
      enrichPartnerships(input: $enrich) { creditsCharged } addDomains(input: $domains) { added } }`;
    const key = freshKey();
    const send = (domain = 'hub.example') => {
      const variables = { enrich: ACME, domains: { listId, domains: [domain] } };
      return keyed(service.graphql(payer.userKey, query, variables), key);
    };
    await pool.query('ALTER TABLE list_event RENAME TO elsewhere');
    expect(codes(await send())).toEqual(['INTERNAL_ERROR']);
    await pool.query('ALTER TABLE elsewhere RENAME TO list_event');
    expect(await books(payer)).toMatchObject({ balance: 9, paidFor: [1] });
    return { payer, send };
  }

  it('is 500: the retry does not repeat the changes that were already made', async () => {
    const { payer, send } = await halfDone('broken');
    expect(codes(await send('other.example'))).toEqual(['IDEMPOTENCY_KEY_REUSED']);
    const retry = await send();
    expect(retry.body.data).toEqual({
      enrichPartnerships: { creditsCharged: 1 },
      addDomains: { added: ['hub.example'] },
    });
    expect(retry.headers['idempotency-replayed']).toBe('true');
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [1] });
  });

  it('is a partial one: it is forgotten after a day', async () => {
    const { send } = await halfDone('forgotten');
    service.clock.advance({ hours: 24 });
    const anew = await send();
    expect(anew.body.data.enrichPartnerships).toEqual({ creditsCharged: 0 });
    expect(anew.headers['idempotency-replayed']).toBeUndefined();
  });

  it('is the refusal of a body before anything runs', async () => {
    const key = freshKey();
    const send = (body: object | string) => keyed(rest().post(PATH, body), key);
    const statuses = [await send('{"domains": '), await send({ domains: 'acme.example' }), await send(ACME)];
    expect(statuses.map(({ status }) => status)).toEqual([400, 422, 200]);
  });
});

describe('a response over 1 MiB', () => {
  it('is not stored, but built again from the recorded charge', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO company (name, slug, primary_domain) SELECT 'Partner ' || n, 'partner-' || n, 'partner-' || n || '.example'
       FROM generate_series(1, 6000) n RETURNING id`,
    );
    await pool.query(
      `INSERT INTO partnership SELECT (SELECT id FROM company WHERE slug = 'delta'), id, now(), now(), 1 FROM unnest($1::int[]) id`,
      [rows.map(({ id }) => id)],
    );
    const payer = await service.createTenant('large', 10);
    const send = (key: string) =>
      keyed(service.rest(payer.userKey).post(PATH, { domains: ['delta.example'] }), key);
    const [first] = await twice(send);
    expect(first.text.length).toBeGreaterThan(1024 * 1024);
    expect(first.headers['x-credits-charged']).toBe('1');
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [4] });
    expect(await records(`organization_id = ${payer.organizationId} AND body IS NULL`)).toBe(1);
  });

  it('is refused, but not charged again, if the catalogue now finds other companies', async () => {
    const payer = await service.createTenant('moved', 10);
    const key = freshKey();
    const send = () =>
      keyed(service.rest(payer.userKey).post(PATH, { domains: ['delta.example', 'late.example'] }), key);
    expect((await send()).status).toBe(200);
    await service.database.pool.query(`INSERT INTO company_domain VALUES ('late.example', 3, false, 9)`);
    const retry = await send();
    expect([retry.status, retry.body.detail.error]).toEqual([409, 'idempotency_response_lost']);
    expect(await books(payer)).toMatchObject({ balance: 9, ledger: 9, paidFor: [4] });
  });
});

describe('expired records', () => {
  it('are removed, and no others', async () => {
    service.clock.advance({ hours: 25 });
    await keyed(rest().post('/v1/companies/acme/flags'), 'still-known');
    service.clock.advance({ hours: 23 });
    const all = await records();
    expect(await removeExpired(service.database.pool, await sweepTime(service))).toBe(all - 1);
    expect([await records(), await records(`key = 'still-known'`)]).toEqual([1, 1]);
  });
});
