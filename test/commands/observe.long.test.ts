import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Collector, startCollector } from '../harness/collector.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { startServer, withTakenPort } from '../harness/process.ts';

let database: TestDatabase;
let env: Record<string, string>;
let collector: Collector;

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, PORT: '0' };
});
afterAll(() => database.drop());
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

const lines = (stderr: string) =>
  stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Sends a request and stops the server at once. @returns the status, the log and the exit code. */
async function askAndStop(settings: Record<string, string>) {
  const { server, url } = await startServer({ ...env, ...settings });
  const { status } = await fetch(`${url}/readyz`, { headers: { 'X-Request-Id': 'asked' } });
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.finished;
  const logged = lines(stderr);
  return { status, code, logged, request: logged.find((line) => line.requestId === 'asked') };
}

describe('metrics', () => {
  it('are served on a separate port until the process ends', async () => {
    const { server, url } = await startServer({ ...env, METRICS_PORT: '0' });
    await fetch(`${url}/healthz`);
    const { url: metrics } = lines(server.output.stderr).find(({ msg }) => msg === 'metrics are served');
    expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const text = await (await fetch(metrics)).text();
    expect(text).toContain('\ncompany_data_database_pool_max_connections{pool="reads"} 9\n');
    expect(text).toMatch(/\ncompany_data_http_request_duration_seconds_count\{.*route="\/healthz".*\} 1\n/);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    server.child.kill('SIGTERM');
    expect((await server.finished).code).toBe(0);
  });
});

describe('traces', () => {
  it('are sent before the process ends, with the service name from the OpenTelemetry settings', async () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'mine' };
    const { status, code, request } = await askAndStop(settings);
    expect([status, code]).toEqual([200, 0]);
    // The probe of the database is shared by all who ask, and belongs to no request.
    expect(collector.spans.map(({ name }) => name)).toEqual(['GET /readyz']);
    expect(collector.resource).toMatchObject({ 'service.name': 'mine' });
    expect(request.trace_id).toBe(collector.spans[0]?.traceId);
  });

  it('follow the sampler from the OpenTelemetry settings', async () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_off' };
    expect(await askAndStop(settings)).toMatchObject({ status: 200, code: 0 });
    expect(collector.spans).toEqual([]);
  });

  it('are not recorded when OpenTelemetry is disabled', async () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' };
    const { status, code, request } = await askAndStop(settings);
    expect([status, code, request.trace_id]).toEqual([200, 0, undefined]);
    expect(collector.spans).toEqual([]);
  });

  it('do not affect requests or the stop while no collector accepts them, and the log reports that once', async () => {
    await withTakenPort(async (port) => {
      // The second one accepts connections and never answers.
      const endpoints = ['http://127.0.0.1:1', `http://127.0.0.1:${port}`];
      const asked = endpoints.map((OTEL_EXPORTER_OTLP_ENDPOINT) =>
        askAndStop({ OTEL_EXPORTER_OTLP_ENDPOINT }),
      );
      for (const { status, code, logged } of await Promise.all(asked)) {
        expect([status, code]).toEqual([200, 0]);
        expect(logged.slice(-2).map(({ msg }) => msg)).toEqual(['traces could not be sent', 'stopped']);
      }
    });
  });
});
