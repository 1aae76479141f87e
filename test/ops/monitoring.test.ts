import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { POOL_KINDS } from '../../src/database/pool-kinds.ts';
import { COST_CLASSES } from '../../src/lib/cost-class.ts';
import { HTTP_STATUS } from '../../src/lib/fault.ts';
import { routes } from '../../src/rest/routes.ts';
import {
  type Alert,
  type Dashboard,
  type Expression,
  expressionsOfAlerts,
  expressionsOfDashboard,
  readAlerts,
  readDashboard,
} from './expressions.ts';
import type { Matcher } from './promql.ts';
import { type Scraped, scrapeService } from './scraped.ts';

/** Labels that Prometheus adds to each series of a target. */
const TARGET_LABELS = ['job', 'instance'];

/** Values of labels. A scrape shows only those that have occurred. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  class: COST_CLASSES,
  code: Object.keys(HTTP_STATUS),
  pool: POOL_KINDS,
  route: routes.map(({ path }) => `/v1${path}`),
  status_class: ['2xx', '3xx', '4xx', '5xx'],
};

let alerts: Alert[];
let dashboard: Dashboard;
let ofAlerts: Expression[];
let ofDashboard: Expression[];
let expressions: Expression[];
let scraped: Scraped;

beforeAll(async () => {
  [alerts, dashboard, scraped] = await Promise.all([readAlerts(), readDashboard(), scrapeService()]);
  ofAlerts = expressionsOfAlerts(alerts);
  ofDashboard = expressionsOfDashboard(dashboard);
  expressions = [...ofAlerts, ...ofDashboard];
});

/** `up` is Prometheus' own, and has no labels but those of its target. */
const labelsOf = (metric: string) =>
  metric === 'up' ? TARGET_LABELS : [...(scraped.get(metric)?.keys() ?? []), ...TARGET_LABELS];

/** Returns the alternatives of a matcher that no value of the label fits. */
function impossible(metric: string, { label, operator, value }: Matcher): string[] {
  if (TARGET_LABELS.includes(label)) return [];
  const known = [...(VALUES[label] ?? []), ...(scraped.get(metric)?.get(label) ?? [])];
  const alternatives = operator.endsWith('~') ? value.split('|') : [value];
  return alternatives.filter(
    (text) => !known.some((each) => each === text || (operator.endsWith('~') && isMatch(text, each))),
  );
}

const isMatch = (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`).test(value);

describe('the expressions of alerts and dashboard', () => {
  it('are PromQL', () => {
    expect(expressions.length).toBeGreaterThan(70);
    expect(expressions.flatMap(({ of, faults }) => faults.map((fault) => [of, fault]))).toEqual([]);
    expect(expressions.filter(({ selectors }) => selectors.length === 0)).toEqual([]);
  });

  it('select metrics that a server with workers has', () => {
    const unknown = expressions.flatMap(({ of, selectors }) =>
      selectors
        .filter(({ metric }) => metric !== 'up' && !scraped.has(metric))
        .map(({ metric }) => [of, metric]),
    );
    expect(unknown).toEqual([]);
  });

  it('name labels that these metrics have', () => {
    const unknown = expressions.flatMap(({ of, selectors, groupings, legend }) => [
      ...selectors.flatMap(({ metric, matchers }) =>
        matchers
          .filter(({ label }) => !labelsOf(metric).includes(label))
          .map(({ label }) => [of, metric, label]),
      ),
      ...groupings.flatMap(({ labels, metrics }) =>
        metrics.flatMap((metric) =>
          labels.filter((label) => !labelsOf(metric).includes(label)).map((label) => [of, metric, label]),
        ),
      ),
      ...legend
        .filter((label) => !selectors.some(({ metric }) => labelsOf(metric).includes(label)))
        .map((label) => [of, 'legend', label]),
    ]);
    expect(unknown).toEqual([]);
  });

  it('match values that these labels can have', () => {
    const unknown = expressions.flatMap(({ of, selectors }) =>
      selectors.flatMap(({ metric, matchers }) =>
        matchers.flatMap((matcher) => impossible(metric, matcher).map((value) => [of, matcher.label, value])),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('leave out other services: alerts by their job where metrics have common names, the dashboard everywhere', () => {
    const others = ofAlerts.flatMap(({ of, selectors }) =>
      selectors
        .filter(({ metric }) => !metric.startsWith('company_data_'))
        .map(({ matchers }) => [of, matchers.find(({ label }) => label === 'job')?.value]),
    );
    expect(others.filter(([, job]) => job !== 'company-data')).toEqual([]);
    const unfiltered = ofDashboard
      .filter(({ of }) => !of.startsWith('$'))
      .filter(({ selectors }) =>
        selectors.some(({ matchers }) => {
          const values = TARGET_LABELS.map((label) => matchers.find((each) => each.label === label)?.value);
          return String(values) !== '$job,$instance';
        }),
      );
    expect(unfiltered).toEqual([]);
  });
});

describe('ops/monitoring/alerts.yaml', () => {
  it('has the alerts of docs/operate/observability.md, with their severities', async () => {
    const text = await readFile('docs/operate/observability.md', 'utf8');
    const rows = [...text.matchAll(/^\| `(CompanyData\w+)` \| (\w+) \|/gm)].map(([, ...row]) => row);
    expect(alerts.map(({ alert, labels }) => [alert, labels.severity])).toEqual(rows);
  });

  it('gives each alert a severity, a summary, and a description that ends with a section of the documentation', async () => {
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, ...Object.keys(labels)]).toEqual([alert, 'severity']);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect([alert, ...Object.keys(annotations)]).toEqual([alert, 'summary', 'description']);
      const [, file = '', anchor] = /See (docs\/\S+\.md)#(\S+)\.$/.exec(annotations.description) ?? [];
      expect([alert, anchor, await anchorsOf(file)]).toEqual([
        alert,
        anchor,
        expect.arrayContaining([anchor]),
      ]);
    }
  });
});

/** Returns the anchors of the headings of a page, as GitHub makes them. */
async function anchorsOf(file: string): Promise<string[]> {
  const headings = (await readFile(file, 'utf8')).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('ops/monitoring/dashboard.json', () => {
  it('has a row for each part of the service', () => {
    expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Traffic and errors',
      'Latency by route and operation',
      'Database',
      'Work slots and limits',
      'Facet index cache',
      'Credits and enrichment',
      'Catalogue and imports',
      'Replicas and workers',
      'Process',
      'Webhooks',
    ]);
  });

  it('gives each panel a title of its own, a description, a unit, legends and the chosen data source', () => {
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    for (const { title, description, datasource, fieldConfig, targets } of panels) {
      expect({ title, description, datasource, unit: fieldConfig?.defaults.unit, targets }).toEqual({
        title: expect.stringMatching(/^[A-Z]/),
        description: expect.stringMatching(/\.$/),
        datasource: { type: 'prometheus', uid: '$' + '{datasource}' },
        unit: expect.stringMatching(/./),
        targets: targets?.map((_, index) => ({
          refId: 'ABC'[index],
          legendFormat: expect.stringMatching(/./),
          expr: expect.stringMatching(/./),
        })),
      });
    }
  });

  it('shows every metric of the service', () => {
    const shown = ofDashboard.flatMap(({ selectors }) => selectors.map(({ metric }) => familyOf(metric)));
    const all = [...scraped.keys()].filter((name) => name.startsWith('company_data_')).map(familyOf);
    expect([...new Set(all)].filter((name) => !shown.includes(name))).toEqual([]);
  });
});

/** Returns the name of the metric that a part of a histogram belongs to. */
function familyOf(name: string): string {
  return name.replace(/_(?:bucket|count|sum)$/, '');
}
