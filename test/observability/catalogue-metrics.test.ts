import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { beginRun, finishRun, saveProgress } from '../../src/modules/import/history.ts';
import { createMetricsExporter } from '../../src/observability/metrics-exporter.ts';
import { createObservability } from '../../src/observability/observability.ts';
import { lockTables } from '../harness/locks.ts';
import { captureLog } from '../harness/log.ts';
import { startTestService, type TestService } from '../harness/service.ts';
import { recordSql } from '../harness/statements.ts';
import { AS_OF, seedSmallCatalogue } from '../modules/filters/support.ts';
import { READING } from '../modules/import/support.ts';

const log = captureLog('silent');
let server: Server;
let address: string;
let service: TestService;

beforeAll(async () => {
  const metrics = createMetricsExporter();
  const observability = createObservability({ logger: log.logger, metrics });
  service = await startTestService({ logger: log.logger, observability });
  server = createServer(metrics.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await service.close();
});

/** Returns the samples of catalogue and imports after the last reading has expired. */
async function scrape(which = /^company_data_(catalogue|import_(?!uploads))/): Promise<string[]> {
  service.clock.advance({ seconds: 2 });
  const text = await (await fetch(`${address}/metrics`)).text();
  return text.split('\n').filter((line) => which.test(line));
}

const REQUEST = { paths: ['/data'], options: {} };
it('an empty catalogue has no times, and no import runs', async () => {
  expect(await scrape()).toEqual(['company_data_catalogue_companies 0']);
});

it('a filled catalogue shows its size, its newest observation and the last successful import', async () => {
  await seedSmallCatalogue(service.database.pool);
  await service.database.pool.query(
    `INSERT INTO catalogue_import (state, request, finished_at) VALUES
       ('finished', '{}', '2026-03-02T08:00:00Z'), ('failed', '{}', '2026-03-03T08:00:00Z')`,
  );
  expect(await scrape()).toEqual([
    'company_data_catalogue_companies 5',
    `company_data_catalogue_as_of_timestamp_seconds ${Date.parse(AS_OF) / 1000}`,
    `company_data_catalogue_last_import_timestamp_seconds ${Date.parse('2026-03-02T08:00:00Z') / 1000}`,
  ]);
});

it('a running import shows its rows, rate and time left; a killed or finished one does not', async () => {
  const { pool } = service.database;
  const ofImport = async () => (await scrape()).filter((line) => line.startsWith('company_data_import'));
  const id = await beginRun(pool, REQUEST);
  expect(await ofImport()).toEqual([]);
  await saveProgress(pool, id, READING);
  const labels = '{kind="companies",phase="reading"}';
  expect(await ofImport()).toEqual([
    `company_data_import_rows${labels} 1200`,
    `company_data_import_rows_per_second${labels} 400`,
    `company_data_import_seconds_left${labels} 27`,
  ]);
  await saveProgress(pool, id, { ...READING, phase: 'merging', rows_per_second: null, seconds_left: null });
  expect(await ofImport()).toEqual(['company_data_import_rows{kind="companies",phase="merging"} 1200']);
  const waiting = await beginRun(pool, REQUEST);
  await saveProgress(pool, waiting, undefined);
  expect(await ofImport()).toEqual(['company_data_import_rows{kind="companies",phase="merging"} 1200']);
  await pool.query(
    `UPDATE catalogue_import SET progress = progress || '{"at": "2026-03-01T00:00:00Z"}' WHERE id = ANY ($1)`,
    [[id, waiting]],
  );
  expect(await ofImport()).toEqual([]);
  await saveProgress(pool, id, READING);
  await finishRun(pool, id, { state: 'finished', report: { files: [] } });
  expect(await ofImport()).toEqual([]);
});

it('files that operators have sent are counted by state', async () => {
  const { organizationId, userId } = await service.createTenant('office');
  for (const status of ['queued', 'finished', 'finished'])
    await service.database.pool.query(
      `INSERT INTO import_upload (id, organization_id, user_id, status, is_dry_run, request, created_at, updated_at)
       VALUES (nextval('catalogue_import_id_seq'), $1, $2, $3, false, '{}', now(), now())`,
      [organizationId, userId, status],
    );
  const counts = {
    receiving: 0,
    queued: 1,
    working: 0,
    tried: 0,
    expired: 0,
    finished: 2,
    refused: 0,
    failed: 0,
  };
  expect(await scrape(/^company_data_import_uploads/)).toEqual(
    Object.entries(counts).map(([state, count]) => `company_data_import_uploads{state="${state}"} ${count}`),
  );
});

it('a scrape reads them with one statement, and scrapes within two seconds share it', async () => {
  const recording = recordSql();
  await scrape();
  await fetch(`${address}/metrics`);
  recording.stop();
  expect(recording.statements.filter((text) => text.includes('catalogue_import'))).toHaveLength(1);
});

it('a database that does not answer costs a scrape only these metrics', async () => {
  const lock = await lockTables(service.database, 'facet_index');
  try {
    expect(await scrape()).toEqual([]);
  } finally {
    await lock.release();
  }
  expect(await scrape()).toContain('company_data_catalogue_companies 5');
});
