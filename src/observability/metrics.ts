import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { HTTP_STATUS } from '../lib/fault.ts';

const PREFIX = 'company_data_';

/** Seconds, from a look-up in memory to an export of a million. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WAIT_BUCKETS = [0.0001, 0.001, 0.01, 0.1, 1, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one service in a registry of its own; docs/observability.md has the list, a test compares it. */
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

  const metrics = {
    registry,
    requests: histogram(
      'http_request_duration_seconds',
      'Requests, from their arrival to the last byte of the answer.',
      ['method', 'route', 'status_class'],
    ),
    inFlight: new Gauge({
      name: `${PREFIX}http_requests_in_flight`,
      help: 'Requests that are being answered.',
      registers,
    }),
    operations: histogram(
      'graphql_operation_duration_seconds',
      'GraphQL operations, those behind REST routes included.',
      ['operation', 'type'],
    ),
    errors: counter('errors_total', 'Requests that met an error, by its code.', ['code']),
    statements: histogram(
      'database_statement_duration_seconds',
      'SQL statements, from sending one to having all of its answer.',
      ['statement'],
    ),
    statementErrors: counter('database_statement_errors_total', 'SQL statements that failed.', ['statement']),
    poolWait: histogram('database_pool_wait_seconds', 'Waits for a connection.', ['pool'], WAIT_BUCKETS),
    workWait: histogram('work_wait_seconds', 'Waits of heavy work for a slot.', ['kind'], WAIT_BUCKETS),
    credits: counter('credits_spent_total', 'Credits that were charged.', ['kind']),
    materializations: histogram(
      'list_materialization_duration_seconds',
      'Materializations that were computed and stored.',
      [],
    ),
  };
  // What has not happened is 0, not absent: a rate over a series that has just begun would miss its first event.
  for (const code of Object.keys(HTTP_STATUS)) metrics.errors.inc({ code }, 0);
  for (const kind of ['enrichment', 'export']) metrics.credits.inc({ kind }, 0);
  collectDefaultMetrics({ register: registry });
  return metrics;
}
