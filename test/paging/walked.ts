import type { Pool } from '../../src/database/client.ts';
import { beginRun, finishRun } from '../../src/modules/import/history.ts';
import type { Tenant, TestService } from '../harness/service.ts';
import { condition, definition } from '../modules/filters/support.ts';
import { JOB_FILE, makeJob, matchAll } from '../modules/jobs/support.ts';
import { createList } from '../modules/lists/operations.ts';
import * as catalogue from './catalogue.ts';
import { listEntries } from './list-entries.ts';
import { copies, copyRow, next, type Rows, timeAt } from './rows.ts';

/** A connection or a page of values, and the pages of REST that show it. */
export interface Walked extends Rows {
  /** Type and field in the schema. */
  place: string;
  label?: string;
  /** Returns a document with the field. @param args its arguments, with those of the page */
  open: (args: string) => string;
  /** Field of a node that tells rows apart. */
  id: string;
  /** Arguments beside those of pages, which every walk has. */
  base?: Readonly<Record<string, string>>;
  /** Other values of all arguments beside those of pages: a cursor is refused under each. */
  others?: Readonly<Record<string, string>>;
  /** The same field of another list or company. */
  foreign?: (args: string) => string;
  /** URL of the first page over REST without its limit, and the key of rows. */
  rest?: readonly [route: string, url: string, id: string];
  /** Pages show the rows of the first page, whatever changes. */
  isPinned?: boolean;
  /** Rows that are gone leave a gap on their page, which `hasNextPage` counts. */
  leavesGaps?: boolean;
  /** Cursors of the feed are positions, under any filter. */
  isFeed?: boolean;
}

/** Makes rows for all connections. */
export async function createWalked(service: TestService, tenant: Tenant): Promise<Walked[]> {
  const { pool } = service.database;
  const rest = service.rest(tenant.userKey);
  await service.admin.setOperator(tenant.email, true);
  const ids = await catalogue.seedCatalogue(service, tenant);
  const hub = Number(ids.hub);
  await rest.post('/v1/companies/hub/flags');
  const run = await beginRun(pool, { paths: ['/one'], options: {} });
  await finishRun(pool, run, { state: 'finished', report: { files: [] } });
  const OLD = definition(condition('technology', 'any_of', ['old-tech']));
  await rest.post('/v1/drafts', { name: 'Draft', definition: OLD });
  const webhookIds: number[] = [];
  for (const path of ['one', 'two']) {
    const { body } = await rest.post('/v1/webhooks', { url: `https://hooks.example/${path}` });
    webhookIds.push(body.webhook_id);
  }
  const jobIds: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const jobId = await makeJob(service, tenant, JOB_FILE, { status: 'done', chunk: 1 });
    await matchAll(service, jobId);
    jobIds.push(jobId);
  }
  const [jobId = 0] = jobIds;
  const [webhookId] = webhookIds;
  for (const id of webhookIds)
    await pool.query(
      `INSERT INTO webhook_delivery (webhook_id, event_id, type, at, attempt, outcome, status, duration_ms)
       VALUES ($1, 1, 'list.deleted', now(), 1, 'delivered', 204, 7)`,
      [id],
    );
  await pool.query(
    `INSERT INTO credit_entry (organization_id, kind, amount, balance_after, company_ids, created_at)
     VALUES ($1, 'grant', 5, 5, '{}', '2026-01-01Z')`,
    [tenant.organizationId],
  );
  const paid = Array.from({ length: 9 }, (_, index) => ids[`paid-${index + 1}`]);
  const { rows: entries } = await pool.query<{ id: number }>(
    `INSERT INTO credit_entry (organization_id, kind, amount, balance_after, company_ids, created_at)
     SELECT $1, 'export', -9, 5, $2, '2026-01-01Z' FROM generate_series(1, 2) RETURNING id::int`,
    [tenant.organizationId, paid],
  );
  const company = (slug: string, field: string) => (args: string) =>
    `{ company(identifier: "${slug}") { ${field}(${args}) {`;
  const viewer = (field: string) => (args: string) => `{ viewer { ${field}(${args}) {`;
  const organization = (field: string) => (args: string) => `{ viewer { organization { ${field}(${args}) {`;
  const installation = (field: string) => (args: string) => `{ installation { ${field}(${args}) {`;
  const webhook =
    (id = 0) =>
    (args: string) =>
      `{ viewer { webhook(webhookId: ${id}) { deliveries(${args}) {`;
  const jobRows =
    (id = 0) =>
    (args: string) =>
      `{ job(jobId: ${id}) { rows(${args}) {`;
  const entry = (id = 0) => {
    const global = Buffer.from(`CreditEntry:${id}`).toString('base64');
    return (args: string) => `{ node(id: "${global}") { ... on CreditEntry { companies(${args}) {`;
  };
  const search = (field: string) => (args: string) => `{ ${field}(${args}) {`;
  const users = copies(pool, 'user', `id = ${tenant.userId}`, () => ({
    email: `'walked-${next()}@walk.example'`,
  }));

  return [
    ...(await listEntries(service, tenant, ids, OLD)),
    {
      place: 'Company.partnerships',
      open: company('hub', 'partnerships'),
      id: 'partnerSlug',
      foreign: company('spare', 'partnerships'),
      ...catalogue.partners(service, hub),
    },
    {
      place: 'Company.technologies',
      open: company('hub', 'technologies'),
      id: 'techKey',
      foreign: company('spare', 'technologies'),
      ...catalogue.detections(service, hub),
    },
    {
      place: 'CreditEntry.companies',
      open: entry(entries[0]?.id),
      id: 'companyId',
      foreign: entry(entries[1]?.id),
      leavesGaps: true,
      ...catalogue.paidCompanies(service),
    },
    {
      place: 'Installation.flags',
      open: installation('flags'),
      id: 'flagId',
      others: { status: 'QUEUED' },
      rest: ['/flags', '/v1/flags?', 'flag_id'],
      ...copies(pool, 'data_flag', 'true'),
    },
    {
      place: 'Installation.imports',
      open: installation('imports'),
      id: 'importId',
      rest: ['/installation/imports', '/v1/installation/imports?', 'import_id'],
      ...copies(pool, 'catalogue_import', 'true'),
    },
    {
      place: 'Installation.organizations',
      open: installation('organizations'),
      id: 'organizationId',
      rest: ['/installation/organizations', '/v1/installation/organizations?', 'organization_id'],
      ...copies(pool, 'organization', `id = ${tenant.organizationId}`, () => ({
        name: `'Walked ${next()}'`,
      })),
    },
    {
      place: 'Organization.creditEntries',
      open: organization('creditEntries'),
      id: 'entryId',
      rest: ['/account/ledger', '/v1/account/ledger?', 'entry_id'],
      ...copies(pool, 'credit_entry', `kind = 'grant'`),
      remove: (id) => pool.query(`DELETE FROM credit_entry WHERE id = $1 AND kind = 'grant'`, [id]),
    },
    {
      place: 'Organization.users',
      open: organization('users'),
      id: 'userId',
      others: { includeDisabled: 'true' },
      rest: ['/account/users', '/v1/account/users?', 'user_id'],
      ...users,
    },
    {
      place: 'Query.companies',
      open: search('companies'),
      id: 'primaryDomain',
      base: { search: '"walker"' },
      others: { search: '"walke"' },
      rest: ['/companies', '/v1/companies?q=walker&', 'primary_domain'],
      ...catalogue.companies(service, 'walker'),
    },
    {
      place: 'Query.companies',
      label: 'for lists',
      open: search('companies'),
      id: 'primaryDomain',
      base: { search: '"wanderer"' },
      others: { search: '"wandere"' },
      rest: ['/lists/company-search', '/v1/lists/company-search?q=wanderer&', 'primary_domain'],
      ...catalogue.companies(service, 'wanderer'),
    },
    {
      place: 'Query.drafts',
      open: search('drafts'),
      id: 'draftId',
      others: { listId: '1' },
      rest: ['/drafts', '/v1/drafts?', 'draft_id'],
      create: (end) => copyRow(pool, 'draft', 'true', { updated_at: `'${timeAt(end, true)}'` }),
      remove: (id) => pool.query('DELETE FROM draft WHERE id = $1', [id]),
      move: (id, end) =>
        pool.query('UPDATE draft SET updated_at = $2 WHERE id = $1', [id, timeAt(end, true)]),
    },
    {
      place: 'Query.events',
      open: search('events'),
      id: 'eventId',
      isFeed: true,
      create: async () => {
        const listId = await createList(service, tenant.userKey, 'Deleted at once');
        await rest.delete(`/v1/lists/${listId}`);
      },
    },
    {
      place: 'Query.filterFieldValues',
      label: 'of a vocabulary',
      open: search('filterFieldValues'),
      id: 'value',
      base: { field: 'TECHNOLOGY', search: '"valued"' },
      others: { field: 'INDUSTRY', search: '"value"' },
      rest: [
        '/lists/filter-fields/:field/values',
        '/v1/lists/filter-fields/technology/values?search=valued&',
        'value',
      ],
      ...catalogue.technologies(service, 'valued'),
    },
    {
      place: 'Query.filterFieldValues',
      label: 'of partners',
      open: search('filterFieldValues'),
      id: 'value',
      base: { field: 'PARTNER', search: '"partnered"' },
      others: { field: 'INDUSTRY', search: '"partner"' },
      ...catalogue.companies(service, 'partnered'),
    },
    ...[
      ['COMPANIES', 'DESC'],
      ['COMPANIES', 'ASC'],
      ['ADOPTED_90', 'DESC'],
      ['DROPPED_90', 'ASC'],
    ].map(([field = '', direction]): Walked => {
      const text = `walked-${field}-${direction}`.toLowerCase().replace('_', '');
      const other = direction === 'ASC' ? 'DESC' : 'ASC';
      return {
        place: 'Query.technologies',
        label: `by ${field} ${direction}`,
        open: search('technologies'),
        id: 'techKey',
        base: { search: `"${text}"`, orderBy: `{ field: ${field}, direction: ${direction} }` },
        others: { search: '"walked"', orderBy: `{ field: ${field}, direction: ${other} }` },
        rest: [
          '/technologies',
          `/v1/technologies?search=${text}&sort=${direction === 'DESC' ? '-' : ''}${field.toLowerCase()}&`,
          'tech_key',
        ],
        ...catalogue.technologies(service, text),
      };
    }),
    {
      place: 'Viewer.apiKeys',
      open: viewer('apiKeys'),
      id: 'keyId',
      rest: ['/keys', '/v1/keys?', 'key_id'],
      ...copies(pool, 'api_key', `user_id = ${tenant.userId}`, () => ({
        hash: `'\\x${String(next()).padStart(64, '0')}'`,
      })),
    },
    {
      place: 'Viewer.flags',
      open: viewer('flags'),
      id: 'flagId',
      rest: ['/account/flags', '/v1/account/flags?', 'flag_id'],
      ...copies(pool, 'data_flag', 'true'),
    },
    {
      place: 'Query.jobs',
      open: search('jobs'),
      id: 'jobId',
      others: { status: 'RUNNING', kind: 'MATCH' },
      rest: ['/jobs', '/v1/jobs?', 'job_id'],
      ...copies(pool, 'job', `id = ${jobId}`),
      // Other walks read the rows of these.
      remove: (id) => pool.query('DELETE FROM job WHERE id = $1 AND id <> ALL ($2::int[])', [id, jobIds]),
    },
    {
      place: 'Job.rows',
      open: jobRows(jobId),
      id: 'row',
      foreign: jobRows(jobIds[1]),
      others: { verdict: 'MATCHED' },
      rest: ['/jobs/:job_id/rows', `/v1/jobs/${jobId}/rows?`, 'row'],
      create: () => addRow(pool, jobId),
      remove: (row) => pool.query('DELETE FROM job_chunk WHERE job_id = $1 AND first_row = $2', [jobId, row]),
    },
    {
      place: 'Webhook.deliveries',
      open: webhook(webhookId),
      id: 'deliveryId',
      foreign: webhook(webhookIds[1]),
      rest: ['/webhooks/:webhook_id/deliveries', `/v1/webhooks/${webhookId}/deliveries?`, 'delivery_id'],
      ...copies(pool, 'webhook_delivery', `webhook_id = ${webhookId}`),
    },
  ];
}

/** Adds a chunk of one row to a job. */
function addRow(pool: Pool, jobId: number): Promise<unknown> {
  return pool.query(
    `INSERT INTO job_chunk (job_id, number, first_row, row_count, input, output, round, counts)
     SELECT job_id, number + 1, first_row + 1, 1, input, output, round, counts FROM job_chunk
     WHERE job_id = $1 ORDER BY number DESC LIMIT 1`,
    [jobId],
  );
}
