import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { operatorOf } from '../../src/commands/terminal.ts';
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { type Commands, startCommands } from '../harness/commands.ts';
import { importRows } from '../harness/retire.ts';
import { useService } from '../harness/use-service.ts';

const { service, tenant, rest } = useService('fields-by-command', {
  tenantPerTest: true,
  seed: async (pool) => {
    await rebuildIndex(pool);
    return {};
  },
});
let commands: Commands;
let folder: string;
beforeAll(async () => {
  commands = startCommands({ DATABASE_URL: service.database.url });
  folder = await mkdtemp(join(tmpdir(), 'own-fields-'));
});
beforeEach(async () => {
  for (const table of ['own_field', 'own_field_values', 'admin_event', 'list'])
    await service.database.pool.query(`DELETE FROM ${table}`);
});
afterAll(async () => {
  await commands.close();
  await rm(folder, { recursive: true });
});

async function file(...lines: string[]): Promise<string> {
  const path = join(folder, 'fields.yaml');
  await writeFile(path, ['fields:', ...lines.map((line) => `  ${line}`)].join('\n'));
  return path;
}

const REVENUE = '- { key: custom.revenue, label: Revenue, type: number, unit: EUR, columns: [Umsatz] }';
const CITY = '- { key: custom.city, label: City, type: category }';
const TAGS = '- { key: custom.tags, label: Tags, type: category, multiple: true }';

async function readFields(...options: string[]) {
  const { fields } = await commands.json<{ fields: Record<string, unknown>[] }>('fields', 'list', ...options);
  return fields;
}
const refusal = async (...args: string[]) =>
  (await commands.refusal(...args)).replaceAll(`${folder}/`, '').trimEnd();

/** The audit log of administration without the organization's creation, oldest first. */
async function readAudit() {
  const { entries } = await commands.json<{
    entries: { action: string; operator: string; details: object }[];
  }>('audit');
  return entries
    .filter(({ action }) => action.startsWith('field_'))
    .map(({ action, operator, details }) => [action, operator, details])
    .reverse();
}

describe('fields of the catalogue', () => {
  it('are declared, listed, filled by an import and removed, each with an entry in the audit log', async () => {
    const options = ['--type', 'number', '--label', 'Revenue', '--unit', 'EUR'];
    const format = ['--column', 'Umsatz', '--column', 'Erlös', '--number-format', '1.200,50'];
    expect(await commands.text('fields', 'add', 'custom.revenue', ...options, ...format)).toEqual([
      'declared custom.revenue (number)',
    ]);
    await commands.text(
      'fields',
      'add',
      'custom.tags',
      '--type',
      'category',
      '--label',
      'Tags',
      '--multiple',
    );
    await importRows(service.database.pool, 'companies', {
      name: 'Acme',
      primary_domain: 'acme.example',
      umsatz: '1.000,5',
    });
    expect(await readFields()).toEqual([
      {
        key: 'custom.revenue',
        scope: 'catalogue',
        label: 'Revenue',
        type: 'number',
        multiple: false,
        unit: 'EUR',
        description: null,
        columns: ['Umsatz', 'Erlös'],
        number_format: '1.200,50',
        position: 0,
        company_count: 1,
        created_at: expect.any(String),
      },
      expect.objectContaining({ key: 'custom.tags', multiple: true, position: 1, company_count: 0 }),
    ]);
    expect(await commands.text('fields', 'list')).toEqual([
      'KEY             TYPE                 LABEL    UNIT  COMPANIES  COLUMNS',
      'custom.revenue  number               Revenue  EUR   1          Umsatz, Erlös',
      'custom.tags     category (multiple)  Tags           0',
    ]);
    expect(await commands.text('fields', 'remove', 'custom.revenue')).toEqual([
      'removed custom.revenue with its values',
    ]);
    expect((await rest().get('/v1/fields')).body.fields).toMatchObject([{ key: 'custom.tags' }]);
    const { rows } = await service.database.pool.query('SELECT * FROM own_field_values');
    expect(rows).toEqual([]);
    expect(await readAudit()).toEqual([
      ['field_declared', operatorOf(), { key: 'custom.revenue', type: 'number' }],
      ['field_declared', operatorOf(), { key: 'custom.tags', type: 'category' }],
      ['field_deleted', operatorOf(), { key: 'custom.revenue', listCount: 0, listIds: [] }],
    ]);
  });

  it('are made as a file states them, which then changes nothing', async () => {
    const path = await file(REVENUE, CITY);
    expect(await commands.text('fields', 'apply', path)).toEqual([
      'added custom.revenue',
      'added custom.city',
      '2 added, 0 changed, 0 unchanged, 0 removed',
    ]);
    const before = await readFields();
    expect(await commands.json('fields', 'apply', path)).toEqual({
      added: [],
      changed: [],
      unchanged: ['custom.revenue', 'custom.city'],
      removed: [],
    });
    expect(await readFields()).toEqual(before);
    await file(REVENUE.replace('EUR', 'USD').replace(', columns: [Umsatz]', ''), TAGS);
    expect(await commands.text('fields', 'apply', path, '--prune')).toEqual([
      'added custom.tags',
      'changed custom.revenue',
      'removed custom.city',
      '1 added, 1 changed, 0 unchanged, 1 removed',
    ]);
    expect(await readFields()).toMatchObject([
      { key: 'custom.revenue', unit: 'USD', columns: [] },
      { key: 'custom.tags', multiple: true },
    ]);
    expect(await readAudit()).toEqual([
      ['field_declared', operatorOf(), { key: 'custom.revenue', type: 'number' }],
      ['field_declared', operatorOf(), { key: 'custom.city', type: 'category' }],
      ['field_deleted', operatorOf(), { key: 'custom.city', listCount: 0, listIds: [] }],
      ['field_changed', operatorOf(), { key: 'custom.revenue', unit: 'USD', columns: [] }],
      ['field_declared', operatorOf(), { key: 'custom.tags', type: 'category' }],
    ]);
  });

  it('stay as they are if one of a file is refused', async () => {
    await commands.text('fields', 'apply', await file(CITY));
    const before = await readFields();
    const apply = async (...lines: string[]) => refusal('fields', 'apply', await file(...lines));
    const wrongType = await apply(REVENUE, CITY.replace('category', 'number'));
    expect(wrongType).toBe(
      'company-data: custom.city is a category, and the file says number. The type of a field stays: remove it first, or choose another key',
    );
    expect(await apply(REVENUE, REVENUE)).toBe('company-data: fields.yaml: has custom.revenue twice');
    expect(await apply(REVENUE.replace('custom.revenue', 'custom.slug'))).toBe(
      'company-data: custom.slug: key: "slug" is a column that company files have already',
    );
    expect(await apply(REVENUE.replace('custom.', 'org.'))).toBe(
      'company-data: org.revenue is a field of an organization: add --org NAME',
    );
    expect(await apply(REVENUE.replace('number', 'money'), '- {label: Without a key, type: date}')).toMatch(
      /^company-data: fields\.yaml: custom\.revenue: type: Invalid option: .*; field 2: key: Invalid input: .*\. See: company-data fields suggest$/,
    );
    expect(await apply(...Array.from({ length: 13 }, () => '- {}'))).toMatch(
      /field 4: key: .*; and 29 other faults\. See/,
    );
    expect(await apply('- {')).toMatch(
      /^company-data: fields\.yaml: is not valid YAML: .* at line \d+, column \d+$/,
    );
    expect(await refusal('fields', 'apply', join(folder, 'none.yaml'))).toMatch(/none\.yaml: ENOENT/);
    expect(await readFields()).toEqual(before);
    expect(await refusal('fields', 'add', 'custom.city', '--type', 'date', '--label', 'x')).toBe(
      'company-data: The field custom.city exists. Change it, or choose another key.',
    );
    expect(await refusal('fields', 'remove', 'custom.none')).toBe(
      'company-data: there is no field custom.none; see: company-data fields list',
    );
  });

  it('stay while lists use them, unless they are removed by force', async () => {
    const path = await file(REVENUE, CITY);
    await commands.text('fields', 'apply', path);
    const root = { condition: { field: 'custom.revenue', operator: 'gte', values: [1] } };
    const { registry_version } = (await rest().get('/v1/lists/filter-fields')).body;
    const list = await rest().post('/v1/lists', { name: 'rich', definition: { registry_version, root } });
    expect(list.status).toBe(201);
    const used =
      'company-data: custom.revenue is used by 1 list. Change them first, or let their conditions on it match no value: company-data fields remove custom.revenue --force';
    expect(await refusal('fields', 'remove', 'custom.revenue')).toBe(used);
    await file(TAGS);
    expect(await refusal('fields', 'apply', path, '--prune')).toBe(used);
    expect(await readFields()).toMatchObject([{ key: 'custom.revenue' }, { key: 'custom.city' }]);
    await commands.text('fields', 'remove', 'custom.revenue', '--force');
    expect(await readFields()).toMatchObject([{ key: 'custom.city' }]);
  });
});

describe('fields of an organization', () => {
  it('are declared and removed with --org, beside those of others', async () => {
    const org = ['--org', tenant.name];
    await commands.text('fields', 'apply', await file(CITY));
    await commands.text(
      'fields',
      'apply',
      await file('- { key: org.score, label: Score, type: number }'),
      ...org,
    );
    await commands.text('fields', 'add', 'org.since', '--type', 'date', '--label', 'Since', ...org);
    expect(await readFields()).toMatchObject([{ key: 'custom.city' }]);
    expect(await readFields(...org)).toMatchObject([
      { key: 'custom.city', scope: 'catalogue' },
      { key: 'org.score', scope: 'organization' },
      { key: 'org.since', scope: 'organization' },
    ]);
    expect((await rest().get('/v1/fields')).body.fields).toHaveLength(3);
    expect(await refusal('fields', 'remove', 'custom.city', ...org)).toBe(
      'company-data: custom.city is a field of the catalogue: leave out --org',
    );
    expect(await refusal('fields', 'list', '--org', 'nobody')).toMatch(/no organization is named "nobody"/);
    await commands.text('fields', 'remove', 'org.score', ...org);
    expect(await readFields(...org)).toMatchObject([{ key: 'custom.city' }, { key: 'org.since' }]);
  });
});
