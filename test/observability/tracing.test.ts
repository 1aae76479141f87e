import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createObservability } from '../../src/observability/observability.ts';
import { openTracing } from '../../src/observability/tracing.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../harness/collector.ts';
import { type CapturedLog, captureLog } from '../harness/log.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { condition, definition, seedSmallCatalogue } from '../modules/filters/support.ts';
import { createList } from '../modules/lists/operations.ts';

const SERVER = 2;
const CLIENT = 3;
const INTERNAL = 1;
const ERROR = 2;
const PARENT = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

let collector: Collector;
let log: CapturedLog;
let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  collector = await startCollector();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=test';
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  log = captureLog();
  const tracing = await openTracing(log.logger);
  service = await startTestService({
    logger: log.logger,
    observability: createObservability({ logger: log.logger, tracing }),
  });
  tenant = await service.createTenant('traced');
  await seedSmallCatalogue(service.database.pool);
});
beforeEach(async () => {
  await rest().get('/v1/companies/acme');
});
afterAll(async () => {
  await service.close();
  await collector.close();
});

const rest = () => service.rest(tenant.userKey);

/** Returns the spans of a request, once its root span has arrived, which ends last. */
async function spansOf(requestId: string): Promise<{ root: ReceivedSpan; children: ReceivedSpan[] }> {
  for (;;) {
    const root = collector.spans.find(
      ({ attributes }) => attributes['company_data.request_id'] === requestId,
    );
    if (root) {
      const ofTrace = collector.spans.filter((span) => span.traceId === root.traceId && span !== root);
      return { root, children: ofTrace };
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('a trace', () => {
  it('has a span for the request, one for its operation, and one for each statement', async () => {
    await rest().get('/v1/companies/acme?include=firmographics').set('X-Request-Id', 'lookup');
    const { root, children } = await spansOf('lookup');
    expect(root).toMatchObject({ name: 'GET /v1/companies/:identifier', kind: SERVER, status: 0 });
    expect(root.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/companies/:identifier',
      'http.response.status_code': 200,
      'url.path': '/v1/companies/acme',
      'company_data.request_id': 'lookup',
      'company_data.key_id': expect.any(Number),
      'company_data.organization_id': tenant.organizationId,
    });
    const [statement, operation] = children;
    expect(operation).toMatchObject({ name: 'query GetCompany', kind: INTERNAL, parentSpanId: root.spanId });
    expect(operation?.attributes).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'GetCompany',
    });
    expect(statement).toMatchObject({
      name: 'companies_by_slug',
      kind: CLIENT,
      parentSpanId: operation?.spanId,
    });
    expect(statement?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.query.summary': 'companies_by_slug',
      'db.query.text': expect.stringMatching(/^SELECT .*\$1/),
      'db.response.returned_rows': 1,
    });
    expect(children).toHaveLength(2);
  });

  it('has spans that lie within their parents', async () => {
    const id = await createList(
      service,
      tenant.userKey,
      'Spans',
      definition(condition('country', 'any_of', ['DE'])),
    );
    await rest().get(`/v1/lists/${id}/members`).set('X-Request-Id', 'within');
    const { root, children } = await spansOf('within');
    const byId = new Map([root, ...children].map((span) => [span.spanId, span]));
    expect(children.length).toBeGreaterThan(3);
    for (const span of children) {
      const parent = byId.get(span.parentSpanId ?? '');
      expect([span.name, parent !== undefined]).toEqual([span.name, true]);
      // Start times come from two clocks, which may differ by the time between reading them.
      expect(span.endedAt >= span.startedAt).toBe(true);
    }
  });

  it('continues the trace of the caller, and is named in the log', async () => {
    const traceparent = `00-${PARENT.trace}-${PARENT.span}-01`;
    const headers = { 'X-Request-Id': 'continued', traceparent, tracestate: 'vendor=1' };
    await rest().get('/v1/companies/acme').set(headers);
    const { root } = await spansOf('continued');
    expect([root.traceId, root.parentSpanId]).toEqual([PARENT.trace, PARENT.span]);
    expect(await log.ofRequest('continued')).toMatchObject({ trace_id: PARENT.trace });
  });

  it.each([
    ['no header of this kind', 'nonsense'],
    ['no trace', `00-${'0'.repeat(32)}-${PARENT.span}-01`],
    ['no parent', `00-${PARENT.trace}-${'0'.repeat(16)}-01`],
    ['a version that there is not', `ff-${PARENT.trace}-${PARENT.span}-01`],
    ['more than its version has', `00-${PARENT.trace}-${PARENT.span}-01-more`],
    ['two', `00-${PARENT.trace}-${PARENT.span}-01, 00-${PARENT.trace}-${PARENT.span}-01`],
  ])('is a new one when the header has %s', async (name, traceparent) => {
    const requestId = `anew-${name.replaceAll(' ', '-')}`;
    await rest().get('/v1/companies/acme').set({ 'X-Request-Id': requestId, traceparent });
    const { root } = await spansOf(requestId);
    expect(root.traceId).not.toBe(PARENT.trace);
    expect(root.parentSpanId).toBeUndefined();
    expect(await log.ofRequest(requestId)).toMatchObject({ trace_id: root.traceId });
  });

  it('is not sent when the caller does not sample its own', async () => {
    const traceparent = `00-${'1'.repeat(32)}-${PARENT.span}-00`;
    await rest().get('/v1/companies/acme').set({ 'X-Request-Id': 'unsampled', traceparent });
    await rest().get('/v1/companies/acme').set('X-Request-Id', 'after');
    await spansOf('after');
    expect(collector.text()).not.toContain('1'.repeat(32));
    expect(await log.ofRequest('unsampled')).toMatchObject({ trace_id: '1'.repeat(32) });
  });

  it('has the code of an error, and marks internal errors', async () => {
    await rest().get('/v1/companies/nobody').set('X-Request-Id', 'missing');
    const missing = (await spansOf('missing')).root;
    expect([missing.status, missing.attributes['error.type']]).toEqual([0, 'company_not_found']);
    await service.database.pool.query('CREATE UNIQUE INDEX list_name_once ON list (name)');
    await rest().post('/v1/lists', { name: 'Once' });
    await rest().post('/v1/lists', { name: 'Once' }).set('X-Request-Id', 'failed');
    const { root, children } = await spansOf('failed');
    expect([root.status, root.attributes['error.type']]).toEqual([ERROR, 'internal_error']);
    expect(children.filter(({ status }) => status === ERROR).map(({ name }) => name)).toEqual([
      'list_insert',
    ]);
  });

  it('contains no key, no query string, no value and no body', async () => {
    const { userKey } = tenant;
    const secret = 'Hush7Hush';
    const requests = [
      rest().get(`/v1/companies/acme?include=${secret}`),
      rest().get(`/v1/companies/${userKey}`),
      rest().post('/v1/lists', { name: secret }),
      rest().post('/v1/companies/acme/flags', { description: secret }),
      service.graphql(userKey, `query ${userKey} { company(identifier: "${secret}") { name } }`),
      service.graphql(userKey, 'query ($x: String!) { company(identifier: $x) { name } }', { x: secret }),
    ];
    await Promise.all(requests.map((request, i) => request.set('X-Request-Id', `hush-${i}`)));
    for (const i of requests.keys()) await spansOf(`hush-${i}`);
    for (const word of [secret, userKey, 'cds_user_']) expect(collector.text()).not.toContain(word);
  });

  it('names the service that sent it', () => {
    expect(collector.resource).toMatchObject({
      'service.name': 'company-data',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'telemetry.sdk.language': 'nodejs',
      'deployment.environment.name': 'test',
    });
  });
});
