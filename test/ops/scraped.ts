import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../../src/config.ts';
import { beginRun, saveProgress } from '../../src/modules/import/history.ts';
import { createClusterMetrics } from '../../src/observability/cluster-metrics.ts';
import { createMetricsExporter } from '../../src/observability/metrics-exporter.ts';
import { createObservability } from '../../src/observability/observability.ts';
import { createTestDatabase } from '../harness/database.ts';
import { captureLog } from '../harness/log.ts';
import { startTestService, type TestService } from '../harness/service.ts';
import { connect } from '../mcp/client.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { READING } from '../modules/import/support.ts';
import { createList } from '../modules/lists/operations.ts';

/** The values of each label of each metric, by the name that PromQL selects. */
export type Scraped = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

const GERMAN = definition(condition('country', 'any_of', ['DE']));
/** Starts a service with a replica, sends it requests of each kind, and scrapes it as the only worker of a server. */
export async function scrapeService(): Promise<Scraped> {
  const { logger } = captureLog('silent');
  const metrics = createMetricsExporter();
  const database = await createTestDatabase();
  const { rateLimit, overload } = readConfig({});
  const service = await startTestService({
    on: database,
    // The primary has replayed everything that it wrote, so it passes for its own replica.
    replicaUrls: [database.url],
    rateLimit,
    overload,
    logger,
    observability: createObservability({ logger, metrics }),
  });
  const snapshots = async () => new Map([[1, await metrics.snapshot()]]);
  const server = createServer(createClusterMetrics({ read: snapshots, size: () => 1, restarts: () => 0 }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  try {
    await sendRequests(service);
    // A request is counted a moment after its response has arrived.
    while (!/^company_data_http_requests_in_flight 0$/m.test(await read()));
    return seriesOf(await read());
  } finally {
    server.closeAllConnections();
    server.close();
    await service.close();
  }
}

async function sendRequests(service: TestService): Promise<void> {
  collectGarbage();
  const { pool } = service.database;
  await seedSmallCatalogue(pool);
  const { userKey } = await service.createTenant('monitored');
  const rest = service.rest(userKey);
  for (const path of ['/healthz', '/readyz', '/v1/companies/acme']) await service.rest().get(path);
  for (const name of ['acme', 'nobody']) await rest.get(`/v1/companies/${name}`);
  await service.graphql(userKey, '{ viewer { user { name } } }');
  await rest.post('/v1/lists/preview-count', GERMAN);
  const agent = await connect(service, userKey);
  await agent.call('search', { query: 'acme' });
  await agent.close();
  await rest.post('/v1/enrich/partnerships', { domains: ['acme.example'] });
  const list = await createList(service, userKey, 'Monitored', GERMAN);
  await rest.get(`/v1/lists/${list}/members`);
  await rest.get(`/v1/lists/${list}/export.csv`);
  await pool.query(
    `INSERT INTO catalogue_import (state, request, finished_at) VALUES ('finished', '{}', now())`,
  );
  await saveProgress(pool, await beginRun(pool, { paths: ['/data'], options: {} }), READING);
  await pool.query('ALTER TABLE list RENAME TO gone');
  await fetch(`${service.url}/v1/lists`, { headers: { 'X-API-Key': userKey } });
}

/** Collects garbage, so that its metric has a sample. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Reads Prometheus' text format. A metric without samples has no labels. */
function seriesOf(text: string): Scraped {
  const series = new Map<string, Map<string, Set<string>>>();
  const add = (name: string) => series.get(name) ?? series.set(name, new Map()).get(name);
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    if (type === 'histogram') for (const part of ['bucket', 'count', 'sum']) add(`${name}_${part}`);
    else add(name);
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      known?.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  return series;
}
