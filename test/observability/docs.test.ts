import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { registerWorkers } from '../../src/observability/cluster-metrics.ts';
import { registerGauges } from '../../src/observability/gauges.ts';
import { createMetrics } from '../../src/observability/metrics.ts';

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
