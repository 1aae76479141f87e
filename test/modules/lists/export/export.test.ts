import { get } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../../src/modules/filters/facet-index.ts';
import { answer } from '../../../harness/errors.ts';
import { readBooks } from '../../../harness/ledger.ts';
import { seedCompany } from '../../../harness/seed.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { useService } from '../../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from '../../filters/support.ts';
import { createList, KUBERNETES } from '../operations.ts';

const HEADER =
  'company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains\n';
const FORMULAS = ['=1+1', '+1', '-1', '@x', '\tx', '\rx'];
/** Three parts of an export. */
const MANY = 15_000;

const { service, tenant, ids, rest } = useService('exporters', {
  credits: 10,
  tenantPerTest: true,
  poolSize: 4,
  seed: seedSmallCatalogue,
});

beforeAll(async () => {
  const { pool } = service.database;
  ids.quoted = await seedCompany(pool, {
    name: 'Comma, "Quote"\nLine',
    slug: 'quoted',
    domains: ['quoted.example', 'second.example'],
    country: 'IS',
  });
  for (const [index, name] of FORMULAS.entries()) {
    await seedCompany(pool, {
      name,
      slug: `f${index}`,
      domains: [`f${index}.example`],
      country: 'MT',
      industry: name,
    });
  }
  await pool.query(`
    INSERT INTO company (name, slug, primary_domain, country)
    SELECT 'Many ' || n, 'many-' || n, 'many-' || n || '.example', 'FI' FROM generate_series(1, ${MANY}) n`);
  await rebuildIndex(pool);
});

const from = (country: string) => definition(condition('country', 'any_of', [country]));
const FINNISH = condition('country', 'any_of', ['FI']);
const csv = (listId: number, key = tenant.userKey) => service.rest(key).get(`/v1/lists/${listId}/export.csv`);

describe('the CSV of an export', () => {
  it('has all members in their order, and headers with the credits charged and left', async () => {
    const id = await createList(service, tenant.userKey, 'Exported', KUBERNETES);
    await rest().post(`/v1/lists/${id}/domains`, { domains: ['hub.example'] });
    const { status, text, headers } = await csv(id);
    expect(status).toBe(200);
    expect(text).toBe(
      `${HEADER}${[
        `${ids.acme},Acme Cloud,acme,acme.example,high,definition,1,Software,11-50,DE,2010,acme.example acme.io`,
        `${ids.beta},Beta 100% Öl_Works,beta,beta.example,high,definition,1,Retail,,DE,2020,beta.example`,
        `${ids.hub},The Hub,hub,hub.example,high,added,2,,,US,,hub.example`,
        `${ids.gamma},Gamma,gamma,gamma.example,medium,definition,0,,,AT,,gamma.example`,
        `${ids.delta},Delta,delta,delta.example,exploratory,definition,0,Software,10001+,US,1999,delta.example`,
        '',
      ].join('\n')}`,
    );
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Exported.csv"; filename*=UTF-8''Exported.csv`,
      'x-credits-charged': '5',
      'x-credits-remaining': '5',
    });
  });

  it('quotes cells where CSV requires it, and defuses formulas of spreadsheets', async () => {
    const id = await createList(service, tenant.userKey, 'Quoted', from('IS'));
    expect((await csv(id)).text).toBe(
      `${HEADER}${ids.quoted},"Comma, ""Quote""\nLine",quoted,quoted.example,high,definition,0,,,IS,,quoted.example second.example\n`,
    );
    const formulas = await createList(service, tenant.userKey, 'Formulas', from('MT'));
    const { text } = await csv(formulas);
    for (const name of FORMULAS) {
      const cell = name.startsWith('\r') ? `"'${name}"` : `'${name}`;
      expect(text).toContain(`,${cell},f`);
      expect(text).toContain(`,0,${cell},,MT`);
    }
  });

  it('is only a header, and free, for a list without members', async () => {
    const id = await createList(service, tenant.userKey, 'Empty');
    const { status, text, headers } = await csv(id);
    expect([status, text, headers['x-credits-charged']]).toEqual([200, HEADER, '0']);
  });
});

describe('charging for an export', () => {
  const books = () => readBooks(service.database.pool, tenant.organizationId);

  it('takes a credit for each company once in 30 days, whether it was exported or enriched', async () => {
    const id = await createList(service, tenant.userKey, 'Paid', KUBERNETES);
    await rest().post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    expect((await csv(id)).headers['x-credits-charged']).toBe('3');
    expect((await csv(id)).headers['x-credits-charged']).toBe('0');
    service.clock.advance({ days: 31 });
    expect((await csv(id)).headers['x-credits-charged']).toBe('4');
    const { balance, ledger } = await books();
    expect(balance).toBe(2);
    expect(ledger).toBe(2);
  });

  it('refuses the export before its first byte if the balance does not cover all of it', async () => {
    const id = await createList(service, tenant.userKey, 'Dear', from('FI'));
    const response = await csv(id);
    expect(response.headers['content-type']).toContain('application/json');
    expect(answer(response)).toMatchObject({
      status: 402,
      body: { detail: { error: 'insufficient_credits', required: MANY, balance: 10 } },
    });
    expect(await books()).toMatchObject({ balance: 10, ledger: 10 });
    const { body } = await rest().get(`/v1/lists/${id}/audit-log`);
    expect(body.events.map(({ action }: { action: string }) => action)).toEqual(['list_created']);
  });

  it('never lets parallel exports spend the same credits', async () => {
    const lists = await Promise.all(
      ['one', 'two', 'three'].map((name) => createList(service, tenant.userKey, name, from('MT'))),
    );
    // Six companies each, the same ones; ten credits pay for them once, but not for the other list as well.
    const other = await createList(
      service,
      tenant.userKey,
      'other',
      definition(condition('name', 'contains', ['many 1111', 'many 2222'])),
    );
    const answers = await Promise.all([...lists, other, ...lists].map((id) => csv(id)));
    const charged = answers.map(({ headers }) => Number(headers['x-credits-charged'] ?? 0));
    const { balance, ledger } = await books();
    expect(ledger).toBe(balance);
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(balance).toBe(10 - charged.reduce((sum, each) => sum + each, 0));
  });

  it('looks up no unlocks again while all members of a materialization are paid for', async () => {
    const id = await createList(service, tenant.userKey, 'Twice', KUBERNETES);
    const again = () => recordStatements(async () => (await csv(id)).headers['x-credits-charged']);
    await rest().post('/v1/enrich/partnerships', { domains: ['acme.example'] });
    service.clock.advance({ days: 10 });
    const first = await again();
    expect(first.result).toBe('3');
    expect(first.statements.filter((sql) => sql.includes('company_unlock'))).toHaveLength(1);
    const second = await again();
    expect(second.result).toBe('0');
    expect(second.statements.filter((sql) => sql.includes('company_unlock'))).toEqual([]);
    // The unlock of the enriched company ends first: from then on this company alone costs a credit.
    service.clock.advance({ days: 20 });
    expect((await again()).result).toBe('1');
    expect((await again()).statements.filter((sql) => sql.includes('company_unlock'))).toEqual([]);
    const { balance, ledger } = await books();
    expect([balance, ledger]).toEqual([5, 5]);
    const { body } = await rest().get(`/v1/lists/${id}/audit-log`);
    const exports = body.events.filter(({ action }: { action: string }) => action === 'list_exported');
    expect(exports.map(({ details }: { details: object }) => details)).toMatchObject([
      { credits_charged: 0 },
      { credits_charged: 1 },
      { credits_charged: 0 },
      { credits_charged: 3 },
    ]);
  });

  it('ignores what another organization paid for', async () => {
    const other = await service.createTenant(`other-${tenant.name}`, 10);
    for (const { userKey } of [tenant, other]) {
      const id = await createList(service, userKey, 'Same', KUBERNETES);
      expect((await csv(id, userKey)).headers['x-credits-charged']).toBe('4');
    }
  });
});

describe('a large export', () => {
  it('is complete, although it is sent in several parts', async () => {
    const rich = await service.createTenant(`rich-${tenant.name}`, MANY);
    const id = await createList(service, rich.userKey, 'Large', from('FI'));
    const lines = (await csv(id, rich.userKey)).text.split('\n');
    expect(lines).toHaveLength(MANY + 2);
    const numbers = lines.slice(1, -1).map((line) => Number(line.split(',')[0]));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(MANY);
  });

  it.each([
    ['with gaps', { and: [FINNISH, { not: condition('name', 'contains', ['77']) }] }],
    ['with few of many companies', { and: [FINNISH, condition('name', 'contains', ['777'])] }],
  ])('has exactly the members of a list %s', async (name, root) => {
    const rich = await service.createTenant(`gaps-${tenant.name}`, MANY);
    const id = await createList(service, rich.userKey, name, definition(root));
    await service.rest(rich.userKey).post(`/v1/lists/${id}/domains`, { domains: ['hub.example'] });
    const cells = (await csv(id, rich.userKey)).text
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(','));
    const { rows } = await service.database.pool.query<{ id: string; source: string }>(
      `SELECT id::text, CASE WHEN id = $2 THEN 'added' ELSE 'definition' END AS source FROM company
       WHERE id = $2 OR (country = 'FI' AND CASE WHEN $1 THEN name NOT LIKE '%77%' ELSE name LIKE '%777%' END)
       ORDER BY company.id`,
      [name === 'with gaps', ids.hub],
    );
    expect(cells.map(([companyId, , , , , source]) => ({ id: companyId, source }))).toEqual(rows);
  });

  it('releases its connection when the client disconnects', async () => {
    const rich = await service.createTenant(`leaver-${tenant.name}`, MANY);
    const id = await createList(service, rich.userKey, 'Left', from('FI'));
    for (let time = 0; time < 8; time += 1) {
      await new Promise<void>((resolve, reject) => {
        const request = get(
          `${service.url}/v1/lists/${id}/export.csv`,
          { headers: { 'X-API-Key': rich.userKey } },
          (response) => {
            response.once('data', () => {
              request.destroy();
              resolve();
            });
          },
        );
        request.on('error', (error) => (request.destroyed ? undefined : reject(error)));
      });
    }
    // There are four connections in all: one that was not released would be missed.
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.rest(rich.userKey).get(`/v1/lists/${id}/members?limit=1`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });
});
