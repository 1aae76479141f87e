import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { HTTP_STATUS } from '../lib/fault.ts';
import { version } from '../lib/files.ts';

export const PREFIX = 'company_data_';

/** Upper bounds in seconds, from a lookup in memory to the export of a million members. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Up to the backlog of a large import. */
const DELAY_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];
const WAIT_BUCKETS = [0.0001, 0.001, 0.01, 0.1, 1, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of one service in a registry of its own. A test compares them with docs/operate/observability.md. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const histogram = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    buckets = REQUEST_BUCKETS,
  ) => new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers });

  new Gauge({
    name: `${PREFIX}build_info`,
    help: 'Always 1; its labels say which release runs, and on which Node.js.',
    labelNames: ['version', 'node'],
    registers,
    aggregator: 'first',
  }).set({ version, node: process.versions.node }, 1);

  const metrics = {
    registry,
    requests: histogram(
      'http_request_duration_seconds',
      'HTTP requests, from the arrival of the headers to the last byte of the response.',
      ['method', 'route', 'status_class'],
    ),
    inFlight: new Gauge({
      name: `${PREFIX}http_requests_in_flight`,
      help: 'HTTP requests in progress.',
      registers,
    }),
    operations: histogram(
      'graphql_operation_duration_seconds',
      'GraphQL operations, including those of REST routes.',
      ['operation', 'type'],
    ),
    errors: counter('errors_total', 'Requests that failed or returned an error, by error code.', ['code']),
    statements: histogram(
      'database_statement_duration_seconds',
      'SQL statements, from sending the statement to its complete result.',
      ['statement'],
    ),
    statementErrors: counter('database_statement_errors_total', 'SQL statements that failed.', ['statement']),
    poolWait: histogram(
      'database_pool_wait_seconds',
      'Time until a connection was available.',
      ['pool'],
      WAIT_BUCKETS,
    ),
    workWait: histogram(
      'work_wait_seconds',
      'Time until a heavy operation got its slot.',
      ['kind'],
      WAIT_BUCKETS,
    ),
    credits: counter('credits_spent_total', 'Credits that were charged.', ['kind']),
    toolCalls: counter('mcp_calls_total', 'Calls of tools at /mcp, by outcome.', ['tool', 'outcome']),
    materializations: histogram(
      'list_materialization_duration_seconds',
      'Materializations of lists that were computed and stored.',
      [],
    ),
    announcements: histogram(
      'watched_list_event_delay_seconds',
      'Time from an import or a change of a watched list to its event.',
      [],
      DELAY_BUCKETS,
    ),
  };
  // Start at 0: Prometheus' rate() does not count the first event of a series that was absent before.
  for (const code of Object.keys(HTTP_STATUS)) metrics.errors.inc({ code }, 0);
  for (const kind of ['enrichment', 'export']) metrics.credits.inc({ kind }, 0);
  collectDefaultMetrics({ register: registry });
  return metrics;
}
