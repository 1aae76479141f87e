import { afterAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { beginRun, finishRun } from '../../src/modules/import/history.ts';
import { routes } from '../../src/rest/routes.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { JOB_FILE, makeJob, matchAll } from '../modules/jobs/support.ts';
import { createList, GERMAN, KUBERNETES } from '../modules/lists/operations.ts';

const service = await startTestService();
await seedSmallCatalogue(service.database.pool);
const tenant = await service.createTenant('acme', 1000);
const rest = () => service.rest(tenant.userKey);
for (const name of ['One', 'Two']) await createList(service, tenant.userKey, name);
const listId: number = await createList(service, tenant.userKey, 'Three', KUBERNETES);
await rest().put(`/v1/lists/${listId}/definition`, GERMAN);
await rest().put(`/v1/lists/${listId}/definition`, KUBERNETES);
await rest().post(`/v1/lists/${listId}/domains`, { domains: ['a.example', 'b.example', 'c.example'] });
await rest().post(`/v1/lists/${listId}/excluded-domains`, { domains: ['d.example', 'e.example'] });
await service.createColleague(tenant, 'Mia');
for (const name of ['acme', 'beta'])
  await rest().post('/v1/enrich/partnerships', { domains: [`${name}.example`] });
await rest().post(`/v1/lists/${listId}/materialize`);
const kept = await rest().get(`/v1/lists/${listId}/materializations`);
/** A materialization of the list. */
const since: number = kept.body.materializations[0].materialization_id;
// One enters, and two leave.
await rest().put(`/v1/lists/${listId}/definition`, GERMAN);
await rest().post(`/v1/lists/${listId}/domains`, { domains: ['hub.example'] });
await rest().post(`/v1/lists/${listId}/materialize`);
for (const name of ['Above', 'Beside']) {
  const root = { condition: { field: 'list', operator: 'any_of', values: [listId] } };
  await rest().post('/v1/lists', { name, definition: { registry_version: '2', root } });
}
for (const name of ['One', 'Two', 'Three'])
  await rest().post('/v1/drafts', { name, definition: { registry_version: '2', root: null } });
await service.admin.setOperator(tenant.email, true);
await service.createTenant('beta');
for (const path of ['/v1/companies/acme/flags', '/v1/companies/beta/flags']) await rest().post(path);
for (const paths of [['/one'], ['/two']]) await recordImport(paths);
const webhook = await rest().post('/v1/webhooks', { url: 'https://hooks.example/' });
const webhookId: number = webhook.body.webhook_id;
await service.database.pool.query(
  `INSERT INTO webhook_delivery (webhook_id, event_id, type, at, attempt, outcome, status, duration_ms)
   SELECT $1, n, 'list.deleted', now(), 1, 'delivered', 204, 7 FROM generate_series(1, 3) n`,
  [webhookId],
);
const jobId = await makeJob(service, tenant, JOB_FILE, { status: 'done' });
await matchAll(service, jobId);
for (let n = 0; n < 2; n += 1) await makeJob(service, tenant, JOB_FILE, { status: 'done' });
afterAll(() => service.close());

async function recordImport(paths: string[]): Promise<void> {
  const { pool } = service.database;
  const id = await beginRun(pool, { paths, options: {} });
  await finishRun(pool, id, { state: 'finished', report: { files: [] } });
}

/** Parameters that each page has beside those of pages. Without an entry, none. */
const queryOf = (path: string): string => {
  if (path.endsWith('/members')) return '&tier=high&search_name_or_domain=a';
  if (path.endsWith('/values')) return '&search=e';
  if (path.endsWith('/changes')) return `&since=${since}`;
  if (!hasOffset(path)) return '&q=example';
  if (path === '/technologies') return '&sort=adopted_90';
  return path === '/lists' ? '&sort=-name' : '';
};

const pages = routes.filter(({ isPage }) => isPage).map(({ path }) => path);
/** Companies that a search finds are ranked: a page begins after a cursor, and never at an offset. */
const WITHOUT_OFFSET = ['/companies', '/lists/company-search'];
const hasOffset = (path: string) => !WITHOUT_OFFSET.includes(path);
const urlOf = (path: string) =>
  `/v1${path.replace(':list_id', String(listId)).replace(':webhook_id', String(webhookId)).replace(':job_id', String(jobId)).replace(':field', 'technology')}`;

interface Item {
  company_id?: number;
}

/** The items in an envelope. A page of changes has several lists, each by company_id. */
function itemsOf(body: object): Item[] {
  const [only = [], ...more] = Object.values(body).filter(Array.isArray) as Item[][];
  const all = [...only, ...more.flat()];
  return more.length === 0 ? all : all.toSorted((a, b) => (a.company_id ?? 0) - (b.company_id ?? 0));
}

const linkOf = ({ headers }: Response) => /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];

describe('a page', () => {
  it('has an offset on all routes but those of a search', () => {
    const withOffset = routes.filter(({ names }) => names.includes('offset')).map(({ path }) => path);
    expect(pages.filter(hasOffset)).toEqual(withOffset);
    expect(pages.filter((path) => !hasOffset(path)).toSorted()).toEqual(WITHOUT_OFFSET);
    expect(pages.length).toBeGreaterThan(5);
  });

  it.each(pages)('leads to the next by Link and by next_cursor: %s', async (path) => {
    const query = queryOf(path);
    const whole = await rest().get(`${urlOf(path)}?limit=1000${query}`);
    expect([whole.status, whole.body.next_cursor, whole.headers.link]).toEqual([200, null, undefined]);
    const all = itemsOf(whole.body);
    expect(all.length).toBeGreaterThan(1);

    const seen: Item[] = [];
    const start = hasOffset(path) ? 'offset=0&' : '';
    let url: string | undefined = `${urlOf(path)}?${start}limit=1${query}`;
    let last: Response | undefined;
    while (url && seen.length <= all.length) {
      const page: Response = await rest().get(url);
      const { total, limit, offset, next_cursor } = page.body;
      const from = last || !hasOffset(path) ? undefined : 0;
      expect([page.status, total, limit, offset]).toEqual([200, all.length, 1, from]);
      const next = linkOf(page);
      const parameters = new URL(next ?? '', service.url).searchParams;
      expect(parameters.get('cursor')).toBe(next_cursor);
      if (next) {
        expect(next.split('?')[0]).toBe(urlOf(path));
        parameters.delete('cursor');
        expect([...parameters]).toEqual([...new URLSearchParams(`limit=1${query}`)]);
      }
      seen.push(...itemsOf(page.body));
      last = page;
      url = next;
    }
    expect(seen).toEqual(all);
    expect(last?.body).toMatchObject({ next_cursor: null });
  });

  it.each(pages)('refuses a cursor beside an offset, an empty and a malformed one: %s', async (path) => {
    const query = queryOf(path);
    const refusals = ['cursor=x&offset=0', 'cursor=', 'cursor=x', 'cursor=a&cursor=b'].map(async (sent) => {
      const { status, body } = await rest().get(`${urlOf(path)}?${sent}${query}`);
      return [status, body.detail.errors];
    });
    expect(await Promise.all(refusals)).toEqual([
      [
        422,
        [
          {
            pointer: '/offset',
            message: hasOffset(path)
              ? 'cannot be combined with `cursor`; send one of them'
              : 'is not a known parameter',
          },
        ],
      ],
      [422, [{ pointer: '/cursor', message: 'must not be empty; leave it out to get the first page' }]],
      [422, [{ pointer: '/cursor', message: 'must be a cursor of an earlier page' }]],
      [422, [{ pointer: '/cursor', message: 'must be given once' }]],
    ]);
  });

  it('links to no second refresh', async () => {
    const page = await rest().get(`/v1/lists/${listId}/members?limit=1&force_refresh=true`);
    const next = linkOf(page);
    expect(next).not.toContain('force_refresh');
    const second = await rest().get(next ?? '');
    expect(second.body.materialized_at).toBe(page.body.materialized_at);
  });

  it('links to the next for HEAD, and with 304', async () => {
    const url = `${urlOf('/lists')}?limit=1`;
    const page = await rest().get(url);
    const head = await fetch(service.url + url, {
      method: 'HEAD',
      headers: { 'X-API-Key': tenant.userKey },
    });
    expect(head.headers.get('link')).toBe(page.headers.link);
    const known = await rest()
      .get(url)
      .set('If-None-Match', page.headers.etag ?? '');
    expect([known.status, known.headers.link]).toEqual([304, page.headers.link]);
  });
});
