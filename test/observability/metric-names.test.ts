import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { registerWorkers } from '../../src/observability/cluster-metrics.ts';
import { registerGauges } from '../../src/observability/gauges.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import {
  boundedNames,
  describeStatement,
  safeName,
  safePath,
  summarizeStatement,
} from '../../src/observability/names.ts';

const OURS = /^company_data_/;

interface Described {
  name: string;
  type: string;
  labels: string[];
}

const byName = (a: Described, b: Described) => a.name.localeCompare(b.name);

/** Reads the rows of the table of metrics. */
async function described(): Promise<Described[]> {
  const text = await readFile('docs/operate/observability.md', 'utf8');
  const rows = text.matchAll(/^\| `(company_data_\w+)` \| (\w+) \| (.*?) ?\| (\S.*) \|$/gm);
  return [...rows]
    .map(([, name = '', type = '', labels = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
    }))
    .sort(byName);
}

/** Returns the metrics of the service. */
function registered(): Described[] {
  const { registry } = createMetrics();
  registerGauges(registry, () => undefined);
  registerWorkers(registry, { size: () => 0, restarts: () => 0 });
  return registry
    .getMetricsAsArray()
    .filter(({ name }) => OURS.test(name))
    .map((metric) => ({ name: metric.name, type: String(metric.type), labels: labelsOf(metric) }))
    .sort(byName);
}

function labelsOf(metric: object): string[] {
  const names: unknown = Reflect.get(metric, 'labelNames');
  return Array.isArray(names) ? names.map(String) : [];
}

describe('docs/operate/observability.md', () => {
  it('lists every metric with its type and labels, and no other', async () => {
    const list = await described();
    expect(list.length).toBeGreaterThan(10);
    expect(list).toEqual(registered());
  });

  it('mentions only existing metrics in its alerts', async () => {
    const text = await readFile('docs/operate/observability.md', 'utf8');
    const names = new Set(registered().map(({ name }) => name));
    for (const [mentioned] of text.matchAll(/company_data_\w+/g)) {
      // Attributes of spans have a dot after the prefix. The prefix alone is a search term.
      if (mentioned === 'company_data_') continue;
      expect([mentioned, names.has(mentioned.replace(/_(bucket|count|sum)$/, ''))]).toEqual([
        mentioned,
        true,
      ]);
    }
  });
});

describe('the names of metrics', () => {
  it('follow the conventions of Prometheus: a unit, and _total only for counters', () => {
    for (const { name, type } of registered()) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });

  it('belong to a separate registry for each service', () => {
    expect(createMetrics().registry).not.toBe(createMetrics().registry);
    expect(createMetrics().registry).toBeInstanceOf(Registry);
  });
});

describe('describeStatement', () => {
  it.each([
    [{ name: 'company_by_slug', text: 'SELECT 1' }, 'company_by_slug'],
    [{ name: 'prisma_7', text: 'SELECT  a\n FROM b WHERE c = $1' }, 'SELECT a FROM b WHERE c = $1'],
    [{ name: undefined, text: "SELECT 'it''s secret', 'more' FROM x" }, "SELECT '…', '…' FROM x"],
    [{ name: undefined, text: `SELECT '${'secret '.repeat(1000)}` }, "SELECT '…'"],
    [{ name: undefined, text: `SELECT ${'a, '.repeat(300)}` }, `SELECT ${'a, '.repeat(300)}`.slice(0, 200)],
  ])('returns the name, or the beginning of the text without literals: %j', (statement, expected) => {
    expect(describeStatement(statement)).toBe(expected);
  });
});

describe('summarizeStatement', () => {
  it.each([
    [{ name: 'company_by_slug', text: 'SELECT 1' }, 'company_by_slug'],
    [{ name: 'prisma_7', text: 'SELECT "public"."user"."id" FROM "public"."user" WHERE 1=1' }, 'SELECT user'],
    [{ name: undefined, text: 'insert into list_event (a) values ($1)' }, 'INSERT list_event'],
    [{ name: undefined, text: 'UPDATE list SET name = $2' }, 'UPDATE list'],
    [{ name: undefined, text: 'BEGIN' }, 'BEGIN'],
    [{ name: undefined, text: '' }, 'SQL'],
  ])('returns the verb and the table: %j', (statement, expected) => {
    expect(summarizeStatement(statement)).toBe(expected);
  });
});

describe('names from callers', () => {
  it('are used as labels until there are too many', () => {
    const label = boundedNames(2);
    expect(['a', 'b', 'c', 'a', 'd', 'b'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other', 'b']);
  });

  it('are truncated, and keys are removed', () => {
    expect(safeName('x'.repeat(1000))).toBe('x'.repeat(100));
    expect(safeName('Mine_cds_user_abcDEF123_cds_org_x')).toBe('Mine_cds_…');
  });

  it.each([
    ['/v1/companies/acme', '/v1/companies/acme'],
    ['/v1/companies/cds_session_abcDEF123/contacts', '/v1/companies/cds_…/contacts'],
    ['/cds%5Fsession_abcDEF123', '/cds_…'],
    ['/CDS_SESSION_abcDEF123', '/cds_…'],
    ['/whsec_ab%2Bc%2Fd%3D/x', '/whsec_…'],
    ['/whsec_ab+c/d=', '/whsec_…'],
    ['/%23code=abc-DEF_123', '/%23code=…'],
    ['/%E0%A4%A', '/%E0%A4%A'],
  ])('are paths without credentials: %s', (path, expected) => {
    expect(safePath(path)).toBe(expected);
  });
});
