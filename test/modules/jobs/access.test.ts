import { describe, expect, it } from '@jest/globals';
import { believeClock } from '../../harness/sweeps.ts';
import { useService } from '../../harness/use-service.ts';
import { type JobFile, makeJob } from './support.ts';

const { service, tenant } = useService('askers', { tenantPerTest: true });

const FILE: JobFile = { header: ['Website'], fields: ['url'], rows: [['acme.example'], ['globex.example']] };

const organizationKeyId = async () => {
  const { rows } = await service.database.pool.query<{ id: number }>(
    'SELECT id FROM api_key WHERE organization_id = $1 AND user_id IS NULL',
    [tenant.organizationId],
  );
  return rows[0]?.id ?? 0;
};

/** Callers of an organization by name, and one of another organization. */
async function callers() {
  const [linus, margaret] = [
    await service.createColleague(tenant, 'Linus'),
    await service.createColleague(tenant, 'Margaret'),
  ];
  const stranger = await service.createTenant(`strangers-${tenant.name}`);
  return {
    creator: linus,
    keys: {
      creator: linus.userKey,
      admin: tenant.userKey,
      colleague: margaret.userKey,
      organization: tenant.orgKey,
      strangeAdmin: stranger.userKey,
      strangeOrganization: stranger.orgKey,
    },
  };
}

type Keys = Awaited<ReturnType<typeof callers>>['keys'];

/** Status and code that each caller gets. */
async function answers(keys: Keys, send: (key: string) => PromiseLike<{ status: number; body: unknown }>) {
  const found: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(keys)) {
    const { status, body } = await send(key);
    found[name] = status < 300 ? status : [status, (body as { detail: { error: string } }).detail.error];
  }
  return found;
}

const NOT_FOUND = [404, 'job_not_found'];
const FORBIDDEN = [403, 'insufficient_access'];
const STRANGERS = { strangeAdmin: NOT_FOUND, strangeOrganization: NOT_FOUND };

describe('a job', () => {
  it('is seen and changed by its creator and by admins', async () => {
    const { creator, keys } = await callers();
    const id = await makeJob(service, { ...tenant, userId: creator.userId }, FILE, {
      status: 'awaiting_approval',
    });
    const expected = {
      creator: 200,
      admin: 200,
      colleague: NOT_FOUND,
      organization: NOT_FOUND,
      ...STRANGERS,
    };
    const reads = ['', '/rows', '/result'];
    for (const path of reads)
      expect(await answers(keys, (key) => service.rest(key).get(`/v1/jobs/${id}${path}`))).toEqual(expected);
    expect(
      await answers(keys, (key) => service.rest(key).patch(`/v1/jobs/${id}`, { shared: false })),
    ).toEqual(expected);
    const listed: Record<string, number[]> = {};
    for (const [name, key] of Object.entries(keys)) {
      const { body } = await service.rest(key).get('/v1/jobs').expect(200);
      listed[name] = [body.total, ...body.jobs.map(({ job_id }: { job_id: number }) => job_id)];
    }
    expect(listed).toEqual({
      ...{ creator: [1, id], admin: [1, id] },
      ...{ colleague: [0], organization: [0], strangeAdmin: [0], strangeOrganization: [0] },
    });
  });

  it('is read by the whole organization once it is shared, and changed by the same as before', async () => {
    const { creator, keys } = await callers();
    const id = await makeJob(service, { ...tenant, userId: creator.userId }, FILE, {
      status: 'awaiting_approval',
    });
    const shared = await service.rest(keys.creator).patch(`/v1/jobs/${id}`, { shared: true }).expect(200);
    expect(shared.body).toMatchObject({ shared: true, status: 'awaiting_approval' });
    for (const path of ['', '/rows', '/result'])
      expect(await answers(keys, (key) => service.rest(key).get(`/v1/jobs/${id}${path}`))).toEqual({
        ...{ creator: 200, admin: 200, colleague: 200, organization: 200 },
        ...STRANGERS,
      });
    const changed = { colleague: FORBIDDEN, organization: FORBIDDEN, ...STRANGERS };
    for (const action of ['approve', 'cancel', 'retry']) {
      const { creator: _creator, admin: _admin, ...others } = keys;
      expect(
        await answers(others as Keys, (key) => service.rest(key).post(`/v1/jobs/${id}/${action}`)),
      ).toEqual(changed);
      expect(await answers(others as Keys, (key) => service.rest(key).delete(`/v1/jobs/${id}`))).toEqual(
        changed,
      );
    }
  });

  it('of an organization key belongs to all organization keys and to admins', async () => {
    const { keys } = await callers();
    const id = await makeJob(
      service,
      { ...tenant, userId: null, apiKeyId: await organizationKeyId() },
      FILE,
      { status: 'awaiting_approval' },
    );
    expect(
      await answers(keys, (key) => service.rest(key).patch(`/v1/jobs/${id}`, { shared: false })),
    ).toEqual({
      ...{ creator: NOT_FOUND, admin: 200, colleague: NOT_FOUND, organization: 200 },
      ...STRANGERS,
    });
    const { body } = await service.rest(keys.organization).get(`/v1/jobs/${id}`).expect(200);
    expect(body).not.toHaveProperty('created_by');
  });

  it('is deleted with its rows at once', async () => {
    const id = await makeJob(service, tenant, FILE, { status: 'done' });
    await service.rest(tenant.userKey).delete(`/v1/jobs/${id}`).expect(204);
    await service.rest(tenant.userKey).get(`/v1/jobs/${id}`).expect(404);
    const { rows } = await service.database.pool.query('SELECT FROM job_chunk WHERE job_id = $1', [id]);
    expect(rows).toHaveLength(0);
  });
});

describe('the state of a job', () => {
  const POSSIBLE: Readonly<Record<string, readonly string[]>> = {
    approve: ['awaiting_approval'],
    cancel: ['receiving', 'matching', 'awaiting_approval', 'running'],
    retry: [],
    patch: ['matching', 'awaiting_approval', 'done'],
  };
  const STATES = [
    ...['receiving', 'matching', 'awaiting_approval', 'running', 'done', 'failed', 'cancelled'],
  ] as const;

  it.each(Object.keys(POSSIBLE))('decides whether it can %s', async (action) => {
    for (const status of STATES) {
      const id = await makeJob(service, tenant, FILE, { status });
      const rest = service.rest(tenant.userKey);
      const answer = await (action === 'patch'
        ? rest.patch(`/v1/jobs/${id}`, { min_confidence: 0.5 })
        : rest.post(`/v1/jobs/${id}/${action}`));
      const isPossible = POSSIBLE[action]?.includes(status);
      expect([status, answer.status]).toEqual([status, isPossible ? 200 : 409]);
      if (isPossible) continue;
      expect(answer.body.detail).toMatchObject({ error: 'job_status_conflict', status });
      expect((await rest.get(`/v1/jobs/${id}`)).body.status).toBe(status);
    }
  });

  it('filters the list of jobs', async () => {
    const done = await makeJob(service, tenant, FILE, { status: 'done' });
    await makeJob(service, tenant, FILE, { status: 'cancelled' });
    const rest = service.rest(tenant.userKey);
    const { body } = await rest.get('/v1/jobs?status=done&kind=match').expect(200);
    expect([body.total, body.jobs[0].job_id]).toEqual([1, done]);
    expect((await rest.get('/v1/jobs?status=asleep').expect(422)).body.detail.error).toBe('validation_error');
  });
});

it('keeps a job for 30 days after its end', async () => {
  const [old, recent, running] = [
    await makeJob(service, tenant, FILE, { status: 'done' }),
    await makeJob(service, tenant, FILE, { status: 'done' }),
    await makeJob(service, tenant, FILE, { status: 'running' }),
  ];
  const { pool } = service.database;
  await pool.query(
    `UPDATE job SET updated_at = $2::timestamptz - interval '40 days',
       finished_at = CASE WHEN id = $1 THEN $2::timestamptz - interval '30 days 1 second' WHEN id = $3
         THEN $2::timestamptz - interval '29 days' END WHERE id IN ($1, $3, $4)`,
    [old, service.clock.now(), recent, running],
  );
  await believeClock(service);
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM job WHERE organization_id = $1 ORDER BY id',
    [tenant.organizationId],
  );
  expect(rows.map(({ id }) => id)).toEqual([recent, running]);
});
