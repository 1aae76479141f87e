import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { seedPartnership } from '../harness/seed.ts';
import { startTestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { run } from './projects.ts';

const COMPILER = resolve('node_modules/typescript-7/bin/tsc');
const OPENAPI = resolve('openapi.json');
const directory = await mkdtemp(join(tmpdir(), 'generators-'));
const service = await startTestService();
const { beta, gamma } = await seedSmallCatalogue(service.database.pool);
if (beta && gamma) await seedPartnership(service.database.pool, beta, gamma);
afterAll(async () => {
  await rm(directory, { recursive: true });
  await service.close();
});

/** The definition of the quick start, and what its steps print. */
const SHARED = `
const definition = {
  registry_version: '2',
  root: { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
};
const show = (...values: unknown[]) => console.log(JSON.stringify(values));
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('an answer has no body');
  return value;
}
`;

/** Steps of docs/start/quick-start.md, with nothing but the types of openapi.json. Numbers are added, so that ids must be numbers. */
const OPENAPI_FETCH = `import createClient from 'openapi-fetch';
import type { paths } from './rest.js';
${SHARED}
const client = createClient<paths>({ baseUrl: process.env.URL ?? '', headers: { 'X-API-Key': process.env.KEY ?? '' } });
const identifier = 'beta.example';
const company = await client.GET('/v1/companies/{identifier}', {
  params: { path: { identifier }, query: { include: ['firmographics'] } },
});
show(known(company.data).slug, known(company.data).firmographics?.country);
const found = await client.GET('/v1/companies', { params: { query: { q: 'bet', limit: 1 } } });
show(known(found.data).companies.map(({ slug }) => slug));
const preview = await client.POST('/v1/lists/preview', { body: { definition } });
show(known(preview.data).count + known(preview.data).tier_counts.total);
const created = await client.POST('/v1/lists', { body: { name: 'Germany', definition } });
const list_id = known(created.data).list_id;
const members = await client.GET('/v1/lists/{list_id}/members', { params: { path: { list_id }, query: { limit: 1 } } });
show(known(members.data).members.map(({ slug, tier }) => [slug, tier]), known(members.data).total);
const enriched = await client.POST('/v1/enrich/partnerships', {
  body: { domains: ['gamma.example', 'nobody.example'] },
  params: { header: { 'Idempotency-Key': 'order-1' } },
});
show(known(enriched.data).results.map(({ status, partnerships }) => [status, partnerships.map((each) => each.partner_slug)]));
const flagged = await client.POST('/v1/companies/{identifier}/flags', {
  params: { path: { identifier } },
  body: { description: 'The industry is out of date.' },
});
show(known(flagged.data).status, known(flagged.data).company_id - known(company.data).company_id);
const missing = await client.GET('/v1/companies/{identifier}', { params: { path: { identifier: 'nobody' } } });
if (missing.error?.detail.error === 'company_not_found') show(missing.error.detail.message.length > 0, missing.response.status);
`;

const HEY_API = `import { createClient } from './rest/client/index.js';
import * as rest from './rest/index.js';
${SHARED}
const client = createClient({ baseUrl: process.env.URL ?? '', auth: () => process.env.KEY ?? '' });
const identifier = 'beta.example';
const company = await rest.getCompany({ client, path: { identifier }, query: { include: ['firmographics'] } });
show(known(company.data).slug, known(company.data).firmographics?.country);
const found = await rest.searchCompanies({ client, query: { q: 'bet', limit: 1 } });
show(known(found.data).companies.map(({ slug }) => slug));
const preview = await rest.previewMatches({ client, body: { definition } });
show(known(preview.data).count + known(preview.data).tier_counts.total);
const created = await rest.createList({ client, body: { name: 'Germany', definition } });
const list_id = known(created.data).list_id;
const members = await rest.getListMembers({ client, path: { list_id }, query: { limit: 1 } });
show(known(members.data).members.map(({ slug, tier }) => [slug, tier]), known(members.data).total);
const enriched = await rest.enrichPartnerships({
  client,
  body: { domains: ['gamma.example', 'nobody.example'] },
  headers: { 'Idempotency-Key': 'order-1' },
});
show(known(enriched.data).results.map(({ status, partnerships }) => [status, partnerships.map((each) => each.partner_slug)]));
const flagged = await rest.flagCompany({ client, path: { identifier }, body: { description: 'The industry is out of date.' } });
show(known(flagged.data).status, known(flagged.data).company_id - known(company.data).company_id);
const missing = await rest.getCompany({ client, path: { identifier: 'nobody' } });
if (missing.error?.detail.error === 'company_not_found') show(missing.error.detail.message.length > 0, missing.response?.status);
`;

const OPENAPI_TS = `export default {
  input: ${JSON.stringify(OPENAPI)},
  output: { path: 'rest', importFileExtension: '.js' },
  logs: { level: 'silent', file: false },
};
`;

/** Generators, each with its command in a project, and a program for what it makes. Only requests have defaults, so they may be left out. */
const GENERATORS = [
  [
    'openapi-typescript',
    'openapi-typescript/bin/cli.js',
    [OPENAPI, '-o', 'rest.d.ts', '--default-non-nullable=false'],
    OPENAPI_FETCH,
  ],
  ['@hey-api/openapi-ts', '@hey-api/openapi-ts/bin/run.js', ['-f', 'openapi-ts.config.mjs'], HEY_API],
] as const;

describe.each(GENERATORS)('a client that %s makes of openapi.json', (name, command, args, program) => {
  it('compiles under strict rules, and runs the quick start', async () => {
    const folder = name.replaceAll(/\W+/g, '');
    const project = join(directory, folder);
    await mkdir(project);
    await symlink(resolve('node_modules'), join(project, 'node_modules'));
    const compilerOptions = {
      ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] },
      ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false, outDir: 'out' },
    };
    const files: Record<string, string> = {
      'package.json': JSON.stringify({ private: true, type: 'module' }),
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['main.ts'] }),
      'openapi-ts.config.mjs': OPENAPI_TS,
      'main.ts': program,
    };
    for (const [path, text] of Object.entries(files)) await writeFile(join(project, path), text);

    const generated = await run(process.execPath, [resolve('node_modules', command), ...args], project);
    expect([generated.status, generated.stderr]).toEqual([0, expect.not.stringMatching(/error|warn/i)]);
    expect(await run(process.execPath, [COMPILER, '-p', project], project)).toMatchObject({
      status: 0,
      stdout: '',
    });

    const tenant = await service.createTenant(folder, 10);
    const environment = `process.env.URL = ${JSON.stringify(service.url)}; process.env.KEY = ${JSON.stringify(tenant.userKey)};\n`;
    const main = join(project, 'out/main.js');
    await writeFile(join(project, 'out/environment.mjs'), environment);
    await writeFile(main, `import './environment.mjs';\n${await readFile(main, 'utf8')}`);
    const { stdout, stderr } = await run(process.execPath, [main], project);
    expect(stderr).toBe('');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      ['beta', 'DE'],
      [['beta']],
      [4],
      [[['acme', 'high']], 2],
      [
        [
          ['found', ['beta']],
          ['not_tracked', []],
        ],
      ],
      ['queued', 0],
      [true, 404],
    ]);
  });
});
