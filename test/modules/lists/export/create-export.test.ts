import { describe, expect, it } from '@jest/globals';
import { answer } from '../../../harness/errors.ts';
import { readBooks } from '../../../harness/ledger.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

const { service, tenant, rest } = useService('payers', {
  credits: 5,
  tenantPerTest: true,
  seed: seedSmallCatalogue,
});

const pay = (listId: number, body?: object) => rest().post(`/v1/lists/${listId}/export`, body);
const books = () => readBooks(service.database.pool, tenant.organizationId);

describe('POST /v1/lists/{list_id}/export', () => {
  it('charges, and names the file of exactly these members, which is free', async () => {
    const id = await createList(service, tenant.userKey, 'Paid', KUBERNETES);
    const paid = await pay(id);
    const { materialization_id } = paid.body;
    expect(answer(paid)).toEqual({
      status: 200,
      body: {
        url: `/v1/lists/${id}/export.csv?materialization=${materialization_id}`,
        file_name: 'Paid.csv',
        valid_until: '2026-03-31T12:00:00.000Z',
        materialization_id: expect.any(Number),
        credits_charged: 4,
        credits_remaining: 1,
      },
    });
    expect(paid.headers).toMatchObject({ 'x-credits-charged': '4', 'x-credits-remaining': '1' });
    await rest().put(`/v1/lists/${id}/definition`, GERMAN);
    const file = await rest().get(paid.body.url);
    expect(file.headers['x-credits-charged']).toBe('0');
    expect(file.text.trim().split('\n')).toHaveLength(5);
    expect(await books()).toMatchObject({ balance: 1, ledger: 1 });
  });

  it('charges for a tier alone', async () => {
    const id = await createList(service, tenant.userKey, 'Tier', KUBERNETES);
    const { body } = await pay(id, { tier: 'medium', bom: true });
    expect(body).toMatchObject({ credits_charged: 1, credits_remaining: 4 });
    const { text } = await rest().get(body.url);
    expect(text.startsWith('\ufeffcompany_id,')).toBe(true);
    expect(text.trim().split('\n')).toHaveLength(2);
  });

  it('is repeated by an Idempotency-Key, unlike the download', async () => {
    const id = await createList(service, tenant.userKey, 'Repeated', KUBERNETES);
    const first = await pay(id, {}).set('Idempotency-Key', 'once');
    service.clock.advance({ hours: 1 });
    const again = await pay(id, {}).set('Idempotency-Key', 'once');
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-credits-charged': '4' });
    expect(await books()).toMatchObject({ balance: 1, ledger: 1 });
  });

  it('charges nothing when the balance does not cover all of it', async () => {
    const poor = await service.createTenant('poor', 3);
    const id = await createList(service, poor.userKey, 'Dear', KUBERNETES);
    const refused = await service.rest(poor.userKey).post(`/v1/lists/${id}/export`);
    expect(answer(refused)).toMatchObject({
      status: 402,
      body: { detail: { error: 'insufficient_credits', required: 4, balance: 3 } },
    });
    expect(await readBooks(service.database.pool, poor.organizationId)).toMatchObject({
      balance: 3,
      ledger: 3,
    });
  });

  it('refuses what it does not know, and everybody who does not see the list', async () => {
    const id = await createList(service, tenant.userKey, 'Refused', KUBERNETES);
    const before = await books();
    expect((await pay(id, { tier: 'all' })).body.detail.errors[0].pointer).toBe('/tier');
    expect((await pay(id, { materialization: 1 })).body.detail.errors[0].pointer).toBe('/materialization');
    const other = await service.createTenant('strangers', 5);
    expect((await service.rest(other.userKey).post(`/v1/lists/${id}/export`)).status).toBe(404);
    expect((await service.rest(tenant.orgKey).post(`/v1/lists/${id}/export`)).status).toBe(403);
    expect(await books()).toEqual(before);
  });
});
