import { describe, expect, it } from '@jest/globals';
import { seedCompany } from '../../harness/seed.ts';
import { codeFor, send, signIn } from '../../harness/sessions.ts';
import { believeClock } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { untilStatus } from './support.ts';
import { jobsOf, readJob, sendFile } from './upload-support.ts';

const { service, tenant, ids, rest } = useService<'acme'>('to-result', {
  works: true,
  tenantPerTest: true,
  seed: async (pool) => ({
    acme: await seedCompany(pool, { name: 'Acme', slug: 'acme', domains: ['acme.example'] }),
  }),
});

const FILE = 'sep=;\r\nAccount;E-Mail;Phone;Note\r\nAcme;a@acme.example;+49 30 1;=1+1\r\n;;;\r\n"open;x\r\n';

describe('a file', () => {
  it('becomes a file of results, with an outcome for each row', async () => {
    const bytes = Buffer.from(`\uFEFF${FILE}`, 'utf16le');
    const { status, body } = await sendFile(service, bytes, {
      key: tenant.userKey,
      query: 'kind=match&max_credits=0',
    });
    expect(status).toBe(202);
    await untilStatus(service, body.job_id, 'done');
    const csv = await rest().get(`/v1/jobs/${body.job_id}/result?format=csv`).expect(200);
    expect(csv.text.split('\n')).toEqual([
      'Account,E-Mail,Phone,Note,cd_company_id,cd_name,cd_domain,cd_confidence,cd_matched_by,cd_status,cd_duplicate,cd_fault',
      `Acme,a@acme.example,+49 30 1,'=1+1,${ids.acme},Acme,acme.example,1,email_domain,matched,false,`,
      ',,,,,,,0,,invalid,false,',
      '"""open;x",,,,,,,0,,invalid,false,has a quote that is not closed',
      '',
    ]);
  });

  it('may come from a person who is signed in, and outlives the session', async () => {
    const cookie = await signIn(service, { code: await codeFor(service, tenant.userId) });
    const target = 'POST /v1/jobs?kind=match&max_credits=0';
    const headers = { 'Content-Type': 'text/csv' };
    const sent = { body: 'domain\nacme.example\n', cookie };
    for (const foreign of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: '' },
    ]) {
      const refused = await send(service, target, { ...sent, headers: { ...headers, ...foreign } });
      expect([refused.status, refused.body]).toMatchObject([
        403,
        { detail: { error: 'cross_site_request' } },
      ]);
    }
    expect(await jobsOf(service, tenant.organizationId)).toEqual([]);
    const { status, body } = await send(service, target, { ...sent, headers });
    const { job_id: id } = body as { job_id: number };
    expect([status, await readJob(service, id)]).toMatchObject([202, { user_id: tenant.userId }]);
    expect((await send(service, 'DELETE /v1/session', { cookie })).status).toBe(204);
    await untilStatus(service, id, 'done');
    const seen = await rest().get(`/v1/jobs/${id}`).expect(200);
    expect(seen.body).toMatchObject({ counts: { matched: 1 }, created_by: { user_id: tenant.userId } });
  });

  it('is deleted 30 days after its job has ended or began to wait, with its rows and its place in the quota', async () => {
    const key = tenant.userKey;
    const upload = async (query: string) =>
      (await sendFile(service, 'name\nAcme\n', { key, query })).body.job_id;
    const done = await upload('kind=match&max_credits=0');
    const waiting = await upload('kind=match');
    await untilStatus(service, done, 'done');
    await untilStatus(service, waiting, 'awaiting_approval');
    service.clock.advance({ days: 29 });
    const recent = await upload('kind=match&max_credits=0');
    await untilStatus(service, recent, 'done');
    await believeClock(service);
    const idsLeft = async () => (await jobsOf(service, tenant.organizationId)).map(({ id }) => id);
    expect(await idsLeft()).toEqual([done, waiting, recent]);
    service.clock.advance({ days: 1, seconds: 1 });
    await believeClock(service);
    expect(await idsLeft()).toEqual([recent]);
    const { rows } = await service.database.pool.query(
      'SELECT DISTINCT job_id FROM job_chunk WHERE job_id = ANY ($1)',
      [[done, waiting, recent]],
    );
    expect(rows).toEqual([{ job_id: recent }]);
    await rest().get(`/v1/jobs/${done}/result`).expect(404);
    const limits = await rest().get('/v1/account/limits').expect(200);
    const stored = await service.database.pool.query(
      'SELECT (input_bytes + outcome_bytes)::int AS bytes FROM job WHERE id = $1',
      [recent],
    );
    expect(limits.body.quotas).toContainEqual(
      expect.objectContaining({ quota: 'job_bytes', used: stored.rows[0].bytes }),
    );
  });
});
