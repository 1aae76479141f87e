import { beforeEach, describe, expect, it } from '@jest/globals';
import { INVALID_DOMAIN } from '../../../../src/lib/domain-name.ts';
import { answer, codes } from '../../../harness/errors.ts';
import { deleteCompanies, mergeCompany } from '../../../harness/retire.ts';
import { START, testConfig } from '../../../harness/service.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, KUBERNETES, mutateList } from '../operations.ts';
import { INVALID, VALID } from './pasted-inputs.ts';

const QUOTA = 100;

const { service, tenant, rest, graphql } = useService('pasters', {
  quotas: { ...testConfig().quotas, list_domains: QUOTA },
});
let listId: number;

beforeEach(async () => {
  listId = await createList(service, tenant.userKey, 'Pasted');
});

const post = (domains: readonly string[], kind = 'domains') =>
  rest().post(`/v1/lists/${listId}/${kind}`, { domains });

const mutate = (mutation: string, domains: readonly string[]) =>
  graphql(
    `mutation ($input: ${mutation === 'addDomains' ? 'AddDomainsInput' : 'ExcludeDomainsInput'}!) {
      ${mutation}(input: $input) { added alreadyPresent notTracked invalid { input reason } }
    }`,
    { input: { listId, domains } },
  );

const remove = (mutation: string, domain: string) =>
  mutateList(service, tenant.userKey, listId, { mutation, input: { domain }, selects: 'list { listId }' });

async function stored(): Promise<string[]> {
  const { rows } = await service.database.pool.query(
    'SELECT domain, kind FROM list_domain WHERE list_id = $1 ORDER BY domain COLLATE "C"',
    [listId],
  );
  return rows.map(({ domain, kind }) => `${kind} ${domain}`);
}

/** Revision of the list, and the number of its audit events. */
async function changes(): Promise<{ revision: number; events: number }> {
  const { rows } = await service.database.pool.query(
    `SELECT revision, (SELECT count(*)::int FROM list_event e WHERE e.list_id = l.id) AS events
     FROM list l WHERE id = $1`,
    [listId],
  );
  return rows[0];
}

/** Stores a text in the way that earlier builds stored it: unparsed. */
const storeAsIs = (domain: string) =>
  service.database.pool.query(`INSERT INTO list_domain VALUES ($1, $2, 'added', $3, now())`, [
    listId,
    domain,
    tenant.userId,
  ]);

const PASTED = [...VALID, ...INVALID].map(([input]) => input);
const DOMAINS = VALID.map(([, domain]) => domain);
const REFUSED = INVALID.map(([input, reason]) => ({ input, reason }));

describe('pasted domains', () => {
  it.each([
    ['domains', 'added'],
    ['excluded-domains', 'excluded'],
  ])('are cleaned over REST at /%s, or refused with a reason', async (path, kind) => {
    expect(answer(await post(PASTED, path))).toEqual({
      status: 200,
      body: { added: DOMAINS, already_present: [], not_tracked: DOMAINS, invalid: REFUSED },
    });
    expect(await stored()).toEqual(DOMAINS.map((domain) => `${kind} ${domain}`).sort());
    const again = await post([...PASTED, ...PASTED], path);
    expect(again.body).toMatchObject({ added: [], already_present: DOMAINS });
  });

  it('count once if they are the same after cleaning', async () => {
    const { body } = await post(['https://acme.example/a', 'Jane@ACME.example', 'www.acme.example.', 'no']);
    expect(body).toEqual({
      added: ['acme.example'],
      already_present: [],
      not_tracked: ['acme.example'],
      invalid: [{ input: 'no', reason: INVALID_DOMAIN.noDot }],
    });
    expect(await stored()).toEqual(['added acme.example']);
    expect((await post(['http://acme.example:80', 'new.example'], 'excluded-domains')).body).toMatchObject({
      added: ['acme.example', 'new.example'],
    });
    expect(await stored()).toEqual(['excluded acme.example', 'excluded new.example']);
  });

  it('leave the list unchanged if none of them is a domain', async () => {
    const before = await changes();
    const { status, body } = await post(INVALID.map(([input]) => input));
    expect([status, body]).toEqual([
      200,
      { added: [], already_present: [], not_tracked: [], invalid: REFUSED },
    ]);
    expect([await stored(), await changes()]).toEqual([[], before]);
  });

  it('are stored all or not at all: beyond the quota, nothing of them is stored', async () => {
    await post(['first.example']);
    const before = await changes();
    const many = Array.from({ length: QUOTA }, (_, index) => `https://many${index}.example/`);
    const { status, body } = await post([...many, '192.0.2.1', 'first.example']);
    expect([status, body.detail]).toMatchObject([403, { error: 'quota_exceeded', used: 1 }]);
    expect(codes(await mutate('excludeDomains', many))).toEqual(['QUOTA_EXCEEDED']);
    expect([await stored(), await changes()]).toEqual([['added first.example'], before]);
  });
});

describe('a pasted domain', () => {
  it.each(['https://www.acme.example:8443/x?y#z', 'Jane@acme.example', ' ACME.example. ', 'acme.example'])(
    'is removed in any form in which it could be added: %j',
    async (pasted) => {
      const path = (kind: string) => `/v1/lists/${listId}/${kind}/${encodeURIComponent(pasted)}`;
      await post(['acme.example', 'other.example']);
      expect((await rest().delete(path('domains'))).status).toBe(204);
      expect((await rest().delete(path('domains'))).body.detail.error).toBe('domain_not_found');
      expect(await stored()).toEqual(['added other.example']);
      await post(['acme.example'], 'excluded-domains');
      expect((await rest().delete(path('excluded-domains'))).status).toBe(204);

      expect(await stored()).toEqual(['added other.example']);
    },
  );

  it('leaves the audit log with the domain that was removed', async () => {
    await post(['acme.example']);
    await remove('removeDomain', 'https://acme.example/');
    const { body } = await rest().get(`/v1/lists/${listId}/audit-log?limit=1`);
    expect(body.events[0]).toMatchObject({ action: 'domain_removed', details: { domain: 'acme.example' } });
  });

  it.each(['192.0.2.1', 'two words.example', 'http://[::1]/a.b', 'www.kept.example'])(
    'is removed by its exact text if it was stored in an earlier form: %j',
    async (text) => {
      await storeAsIs(text);
      await post(['kept.example']);
      const { status } = await rest().delete(`/v1/lists/${listId}/domains/${encodeURIComponent(text)}`);
      expect([status, await stored()]).toEqual([204, ['added kept.example']]);
      await storeAsIs(text);
      expect((await remove('removeDomain', text)).body.errors).toBeUndefined();
      expect(await stored()).toEqual(['added kept.example']);
    },
  );

  it.each(['a\0.example', 'x\ud800.example', '', '192.0.2.1'])(
    'is not found if it cannot be a domain: %j',
    async (text) => {
      expect(codes(await remove('removeDomain', text))).toEqual(['DOMAIN_NOT_FOUND']);
    },
  );
});

describe('a domain of the other kind', () => {
  const latest = async () => {
    const { body } = await rest().get(`/v1/lists/${listId}/audit-log?limit=1`);
    const { action, details } = body.events[0];
    return { action, details };
  };

  it('moves, and the audit log says so in both directions', async () => {
    const both = ['acme.example', 'new.example'];
    await post(['acme.example'], 'excluded-domains');
    expect(await latest()).toEqual({ action: 'domains_excluded', details: { domains: ['acme.example'] } });
    await post(both);
    expect(await stored()).toEqual(['added acme.example', 'added new.example']);
    const added = { domains: both, no_longer_excluded: ['acme.example'] };
    expect(await latest()).toEqual({ action: 'domains_added', details: added });
    await post([...both, 'third.example'], 'excluded-domains');
    expect(await stored()).toEqual([
      'excluded acme.example',
      'excluded new.example',
      'excluded third.example',
    ]);
    const excluded = { domains: [...both, 'third.example'], no_longer_added: both };
    expect(await latest()).toEqual({ action: 'domains_excluded', details: excluded });
    const { body } = await graphql(
      `{ list(listId: ${listId}) { auditLog(first: 2) { edges { node {
        ... on DomainsAddedEntry { domains noLongerExcluded }
        ... on DomainsExcludedEntry { domains noLongerAdded } } } } } }`,
    );
    expect(body.data.list.auditLog.edges).toEqual([
      { node: { domains: excluded.domains, noLongerAdded: both } },
      { node: { domains: both, noLongerExcluded: ['acme.example'] } },
    ]);
  });
});

describe('the domains of a list', () => {
  it('are not tracked any more when their company is deleted, and those of a merged one lead to the survivor', async () => {
    const { pool } = service.database;
    const ids = await seedSmallCatalogue(pool);
    const path = `/v1/lists/${await createList(service, tenant.userKey, 'By hand', KUBERNETES)}`;
    const domains = ['beta.example', 'delta.example'];
    await rest().post(`${path}/domains`, { domains });
    await deleteCompanies(pool, 'beta');
    await mergeCompany(pool, 'delta', 'hub');
    const listed = { added_by: { user_id: tenant.userId, name: expect.any(String) }, added_at: START };
    expect((await rest().get(`${path}/domains`)).body.domains).toEqual([
      { domain: 'beta.example', ...listed },
      { domain: 'delta.example', company_id: ids.hub, ...listed },
    ]);
    const { body: members } = await rest().get(`${path}/members`);
    expect(
      members.members.map(({ slug, source }: { slug: string; source: string }) => [slug, source]),
    ).toEqual([
      ['acme', 'definition'],
      ['hub', 'added'],
      ['gamma', 'definition'],
    ]);
    const other = await createList(service, tenant.userKey, 'Other');
    const { body } = await rest().post(`/v1/lists/${other}/domains`, { domains });
    expect(body).toEqual({ added: domains, already_present: [], not_tracked: ['beta.example'], invalid: [] });
  });
});
