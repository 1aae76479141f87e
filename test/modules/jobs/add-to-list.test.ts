import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { readConfig } from '../../../src/config.ts';
import { useService } from '../../harness/use-service.ts';
import { createList } from '../lists/operations.ts';
import { untilStatus } from './support.ts';
import { jobsOf, readJob, sendFile } from './upload-support.ts';

const QUOTA = 1_100;
const { service, tenant, rest, graphql } = useService('add-to-list', {
  works: true,
  tenantPerTest: true,
  quotas: { ...readConfig({}).quotas, list_domains: QUOTA },
  seed: async (pool) => {
    await seedMany(pool, QUOTA + 1);
    return {};
  },
});

/** Stores companies c1.example, c2.example and so on. */
async function seedMany(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `WITH made AS (
        INSERT INTO company (name, slug, primary_domain, domain_count, investor_count)
        SELECT 'Company ' || n, 'c' || n, 'c' || n || '.example', 1, 0 FROM generate_series(1, $1::int) n
        RETURNING id, primary_domain)
      INSERT INTO company_domain (domain, company_id, is_primary, position) SELECT primary_domain, id, true, 0 FROM made`,
    [count],
  );
}

const fileOf = (numbers: readonly number[]) => `domain\n${numbers.map((n) => `c${n}.example\n`).join('')}`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const upload = (listId: number, file: string, key = tenant.userKey) =>
  sendFile(service, file, { key, query: `kind=add_to_list&list_id=${listId}&max_credits=0` });
const begin = async (listId: number, file: string, key?: string): Promise<number> => {
  const { status, body } = await upload(listId, file, key);
  expect([status, body.detail]).toEqual([202, undefined]);
  return body.job_id;
};
const addDomains = (listId: number, domains: string[]) =>
  rest().post(`/v1/lists/${listId}/domains`, { domains }).expect(200);
const grant = (listId: number, userId: number, level: string) =>
  rest().post(`/v1/lists/${listId}/permissions`, { user_id: userId, access_level: level });
const domainsOf = async (listId: number, kind = 'added') => {
  const { rows } = await service.database.pool.query<{ domain: string }>(
    'SELECT domain FROM list_domain WHERE list_id = $1 AND kind = $2::list_domain_kind ORDER BY domain',
    [listId, kind],
  );
  return rows.map(({ domain }) => domain);
};
const listOf = async (jobId: number) => {
  const { body } = await rest().get(`/v1/jobs/${jobId}/rows?limit=1000`).expect(200);
  return body.rows.map(({ list }: { list?: string }) => list);
};
const countEvents = async (listId: number) => {
  const { rows } = await service.database.pool.query(
    `SELECT json_array_length((details -> 'domains')::json) AS domains FROM list_event
     WHERE list_id = $1 AND action = 'domains_added' ORDER BY id`,
    [listId],
  );
  return rows.map(({ domains }) => domains);
};

describe('a job that adds companies to a list', () => {
  it('adds them once, at its end, with an event; each row says whether the list had its company', async () => {
    const listId = await createList(service, tenant.userKey, 'From a file');
    await addDomains(listId, ['c1.example']);
    await rest()
      .post(`/v1/lists/${listId}/excluded-domains`, { domains: ['c2.example'] })
      .expect(200);
    const before = await rest().get(`/v1/lists/${listId}`).expect(200);
    service.clock.advance({ seconds: 60 });
    const file = 'domain\nc1.example\nc2.example\nwww.c3.example\nc3.example\nnobody.example\n"",\n';
    const id = await begin(listId, file);
    await untilStatus(service, id, 'done');
    const { body } = await rest().get(`/v1/jobs/${id}`).expect(200);
    expect(body).toMatchObject({
      kind: 'add_to_list',
      list_id: listId,
      counts: { rows: 6, matched: 4, unmatched: 1, invalid: 1, duplicates: 1 },
      report: { added: 2, already: 1 },
      credits_charged: 0,
    });
    expect(await listOf(id)).toEqual(['already', 'added', 'added', 'added', undefined, undefined]);
    expect(await domainsOf(listId)).toEqual(['c1.example', 'c2.example', 'c3.example']);
    expect(await domainsOf(listId, 'excluded')).toEqual([]);
    const after = await rest().get(`/v1/lists/${listId}`).expect(200);
    expect(after.body.updated_at > before.body.updated_at).toBe(true);
    const events = await rest().get(`/v1/lists/${listId}/audit-log?limit=1`).expect(200);
    expect(events.body.events).toMatchObject([
      {
        action: 'domains_added',
        actor: { user_id: tenant.userId },
        details: { domains: ['c2.example', 'c3.example'], no_longer_excluded: ['c2.example'] },
      },
    ]);
    const csv = await rest().get(`/v1/jobs/${id}/result`).expect(200);
    const [header, first] = csv.text.split('\n');
    expect(header).toBe(
      'domain,cd_company_id,cd_name,cd_domain,cd_confidence,cd_matched_by,cd_status,cd_list,cd_duplicate,cd_fault',
    );
    expect(first).toMatch(/^c1\.example,\d+,Company 1,c1\.example,1,domain,matched,already,false,$/);
    const shown = await graphql(
      `{ job(jobId: "${id}") { kind listId report { added already set } rows(first: 2) { edges { node { list values { set } } } } } }`,
    );
    expect(shown.body.data.job).toEqual({
      kind: 'ADD_TO_LIST',
      listId,
      report: { added: 2, already: 1, set: null },
      rows: {
        edges: [{ node: { list: 'ALREADY', values: null } }, { node: { list: 'ADDED', values: null } }],
      },
    });
  });

  it('requires a person with access as editor when the file is sent', async () => {
    const listId = await createList(service, tenant.userKey, 'Guarded');
    const colleague = await service.createColleague(tenant, 'bob');
    const other = await service.createTenant('elsewhere');
    const refused = async (key: string) => {
      const { status, body } = await upload(listId, fileOf([1]), key);
      return [status, body.detail.error];
    };
    expect(await refused(tenant.orgKey)).toEqual([403, 'user_credential_required']);
    expect(await refused(other.userKey)).toEqual([404, 'list_not_found']);
    expect(await refused(colleague.userKey)).toEqual([404, 'list_not_found']);
    await grant(listId, colleague.userId, 'viewer').expect(201);
    expect(await refused(colleague.userKey)).toEqual([403, 'insufficient_access']);
    expect(await jobsOf(service, tenant.organizationId)).toEqual([]);
  });

  it('adds nothing to a list that has no room for all of them, and all once it has', async () => {
    const listId = await createList(service, tenant.userKey, 'Full');
    await addDomains(listId, ['c1.example', 'gone.example']);
    const id = await begin(listId, fileOf(range(1, QUOTA)));
    await untilStatus(service, id, 'failed');
    const { body } = await rest().get(`/v1/jobs/${id}`).expect(200);
    expect(body).toMatchObject({
      error: {
        code: 'quota_exceeded',
        message: `The list has 2 domains, added and excluded together, and this would add ${QUOTA - 1}; the limit is ${QUOTA}. Remove domains first, or create another list.`,
      },
      progress: { done: QUOTA, of: QUOTA },
    });
    expect(body).not.toHaveProperty('report');
    expect(new Set(await listOf(id))).toEqual(new Set([undefined]));
    expect((await rest().get(`/v1/jobs/${id}/result`).expect(200)).text).toMatch(/,not_done,,false,\n$/);
    expect(await domainsOf(listId)).toEqual(['c1.example', 'gone.example']);
    // What the rows said when they were run is no longer right.
    await rest().delete(`/v1/lists/${listId}/domains/gone.example`).expect(204);
    await rest().delete(`/v1/lists/${listId}/domains/c1.example`).expect(204);
    await addDomains(listId, ['c2.example', `c${QUOTA}.example`]);
    await rest().post(`/v1/jobs/${id}/retry`).expect(200);
    await untilStatus(service, id, 'done');
    expect((await readJob(service, id)).report).toEqual({ added: QUOTA - 2, already: 2 });
    expect((await domainsOf(listId)).length).toBe(QUOTA);
    const csv = await rest().get(`/v1/jobs/${id}/result`).expect(200);
    const said = csv.text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').at(-3));
    expect(said).toEqual(range(1, QUOTA).map((n) => (n === 2 || n === QUOTA ? 'already' : 'added')));
    // An event names up to 1,000 domains: those among the first thousand, by their names, that the list had not, and the others.
    expect(await countEvents(listId)).toEqual([2, 2, 998, 100]);
  });

  it('refuses more companies than any list can have, before it reads them all', async () => {
    const listId = await createList(service, tenant.userKey, 'Too small');
    const id = await begin(listId, fileOf(range(1, QUOTA + 1)));
    await untilStatus(service, id, 'failed');
    expect((await readJob(service, id)).error).toMatchObject({ code: 'quota_exceeded', during: 'running' });
    expect(await domainsOf(listId)).toEqual([]);
  });

  it('adds nothing if its person has lost the access, or the list is gone', async () => {
    const colleague = await service.createColleague(tenant, 'eve');
    const listId = await createList(service, tenant.userKey, 'Shared');
    await grant(listId, colleague.userId, 'editor').expect(201);
    const query = `kind=add_to_list&list_id=${listId}`;
    const sent = { key: colleague.userKey, query };
    const jobs = [await sendFile(service, fileOf([1]), sent), await sendFile(service, fileOf([2]), sent)];
    const [first, second] = jobs.map(({ body }) => body.job_id);
    const approve = (id: number) =>
      service.rest(colleague.userKey).post(`/v1/jobs/${id}/approve`).expect(200);
    for (const id of [first, second]) await untilStatus(service, id, 'awaiting_approval');
    await grant(listId, colleague.userId, 'viewer').expect(200);
    await approve(first);
    await untilStatus(service, first, 'failed');
    expect((await readJob(service, first)).error).toMatchObject({ code: 'insufficient_access' });
    expect(await domainsOf(listId)).toEqual([]);
    await rest().delete(`/v1/lists/${listId}`).expect(204);
    await approve(second);
    await untilStatus(service, second, 'failed');
    expect(await readJob(service, second)).toMatchObject({
      error: { code: 'list_not_found' },
      list_id: null,
      report: null,
    });
  });
});
