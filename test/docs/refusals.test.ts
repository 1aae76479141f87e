import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { Bitmap, serialize } from '../../src/modules/facets/bitmap.ts';
import { blocksOf } from '../harness/pages.ts';
import { useService } from '../harness/use-service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList, GERMAN } from '../modules/lists/operations.ts';

const MIB = 2 ** 20;
const { quotas, operationLimits } = readConfig({});
const points = { read: 2400, write: 300, evaluate: 7500, enrich: 5, export: 200 };
const { service, tenant, rest, graphql } = useService('refused', {
  credits: 10,
  seed: seedSmallCatalogue,
  quotas: { ...quotas, lists: 2 },
  operationLimits: { ...operationLimits, maxAnswerBytes: MIB },
  rateLimit: { store: 'memory', points },
});

let listId: number;
let materializations: number[];
/** Refusals that the page on limits shows. */
let shown: { detail: { error: string } }[];

beforeAll(async () => {
  const page = await readFile('docs/api/limits.md', 'utf8');
  const blocks = blocksOf(page).filter(({ text }) => text.startsWith('{"detail"'));
  shown = blocks.map(({ text }) => JSON.parse(text.replaceAll('\n ', ' ')));

  const { pool } = service.database;
  listId = await createList(service, tenant.userKey, 'Germany', GERMAN);
  await createList(service, tenant.userKey, 'Second');
  await rest().get(`/v1/lists/${listId}/members`);
  const large = serialize(new Bitmap(Uint32Array.from({ length: 4 * MIB }, (_, at) => 2 ** 20 + 2 * at)));
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO list_materialization (list_id, revision, definition_version, index_version, high, medium, exploratory,
       added, high_count, medium_count, exploratory_count, created_at)
     SELECT list_id, revision, definition_version, index_version, high, medium, $2, added, high_count, medium_count, $3,
       created_at FROM list_materialization, generate_series(1, 9) WHERE list_id = $1 RETURNING id`,
    [listId, large, 4 * MIB],
  );
  materializations = rows.map(({ id }) => id);
  await pool.query(
    `INSERT INTO list_event (organization_id, list_id, actor_id, action, details, at)
     SELECT $1, $2, $3, 'domains_added', json_build_object('domains', ARRAY(
       SELECT format('a-rather-long-name-%s.example', d) FROM generate_series(1, 200) d)), now() + n * interval '1 second'
     FROM generate_series(1, 300) n`,
    [tenant.organizationId, listId, tenant.userId],
  );
});

/** Numbers are those of a reader's installation. */
const masked = (value: unknown) => JSON.stringify(value).replace(/\d+/g, '0');

function expectShown(code: string, detail: object, at = 0): void {
  const those = shown.filter(({ detail: { error } }) => error === code);
  expect(masked({ detail })).toBe(masked(those[at]));
}

it('the page on limits shows a used-up budget, and an operation that can never run, as they are answered', async () => {
  const path = `/v1/lists/${listId}/export.csv?materialization=${materializations[0]}`;
  for (let sent = 0; sent < 20; sent += 1) await rest().get(path);
  expectShown('rate_limited', (await rest().get(path)).body.detail, 0);
  const domains = Array.from({ length: 100 }, (_, at) => `nobody${at}.example`);
  expectShown('cost_too_large', (await rest().post('/v1/enrich/partnerships', { domains })).body.detail);
});

it('the page on limits shows an answer and members that are too large as they are answered', async () => {
  const { body } = await rest().get(`/v1/lists/${listId}/audit-log?limit=300`);
  expectShown('answer_too_large', body.detail);
  const changes = materializations.map(
    (id, at) => `c${at}: changes(sinceMaterializationId: ${id}) { all { totalCount } }`,
  );
  const response = await graphql(`{ list(listId: ${listId}) { ${changes.join(' ')} } }`);
  const { message, extensions } = response.body.errors[0];
  const { code, ...details } = extensions;
  expectShown('members_too_large', { error: code.toLowerCase(), message, ...details });
});

it('the page on limits shows a quota that is used up as it is answered', async () => {
  expectShown('quota_exceeded', (await rest().post('/v1/lists', { name: 'Third' })).body.detail);
});
