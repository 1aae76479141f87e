import type { RequestListener } from 'node:http';
import { Registry } from 'prom-client';
import { HTTP_STATUS } from '../lib/fault.ts';
import { type Gauges, registerGauges } from './gauges.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { boundedNames, ownName, safeName } from './names.ts';
import type { Sink } from './sink.ts';

/** Maximum number of distinct names that get a series of their own. */
const MAX_OPERATIONS = 200;
const MAX_STATEMENTS = 300;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface MetricsExporter {
  sink: Sink;
  /** Answers `GET /metrics`. */
  listener: RequestListener;
  /** Returns all values, for a process that adds up those of several. */
  snapshot(): Promise<object[]>;
  /** Sets the source of the values that are read at each scrape. The service calls it once. */
  readFrom(source: Gauges): void;
}

/** Creates the metrics of a service and serves them in the format of Prometheus. */
export function createMetricsExporter(): MetricsExporter {
  const metrics = createMetrics();
  let gauges: Gauges | undefined;
  registerGauges(metrics.registry, () => gauges);
  return {
    sink: createMetricsSink(metrics),
    listener: serveMetrics(() => metrics.registry.metrics()),
    snapshot: () => metrics.registry.getMetricsAsJSON(),
    readFrom(source) {
      gauges = source;
    },
  };
}

function createMetricsSink(metrics: Metrics): Sink {
  const operationLabel = boundedNames(MAX_OPERATIONS);
  const statementLabel = boundedNames(MAX_STATEMENTS);
  return {
    started() {
      metrics.inFlight.inc();
    },
    finished({ scope, method, route, status, ms }) {
      metrics.inFlight.dec();
      const labels = {
        method: METHODS.has(method) ? method : 'OTHER',
        route: route ?? 'unmatched',
        status_class: `${Math.floor(status / 100)}xx`,
      };
      metrics.requests.observe(labels, ms / 1000);
      const { tool, errors = new Set() } = scope.report;
      for (const code of errors) metrics.errors.inc({ code });
      if (tool !== undefined) metrics.toolCalls.inc({ tool, outcome: outcomeOf(errors) });
    },
    operation({ name, type, saved }) {
      const startedAt = performance.now();
      const label = (own: string) => (saved ? own : operationLabel(safeName(own)));
      const operation = name === undefined ? 'anonymous' : label(name);
      return () => metrics.operations.observe({ operation, type }, (performance.now() - startedAt) / 1000);
    },
    waited: (ms, pool) => metrics.poolWait.observe({ pool }, ms / 1000),
    workWaited: (kind, ms) => metrics.workWait.observe({ kind }, ms / 1000),
    ran(done) {
      const own = ownName(done);
      const statement = own === undefined ? (done.name ? 'prisma' : 'unnamed') : statementLabel(own);
      metrics.statements.observe({ statement }, done.ms / 1000);
      if (done.failed) metrics.statementErrors.inc({ statement });
    },
    charged: (kind, credits) => metrics.credits.inc({ kind }, credits),
    materialized: (ms) => metrics.materializations.observe(ms / 1000),
    announced: (seconds) => metrics.announcements.observe(seconds),
  };
}

/** Outcome of a call: `refused` for an error that the caller can mend, `failed` for a fault of the service. */
function outcomeOf(codes: ReadonlySet<string>): 'ok' | 'refused' | 'failed' {
  if (codes.size === 0) return 'ok';
  const isOfService = [...codes].some((code) => (HTTP_STATUSES[code] ?? 500) >= 500);
  return isOfService ? 'failed' : 'refused';
}

const HTTP_STATUSES: Readonly<Record<string, number>> = HTTP_STATUS;

/**
 * Serves `GET /metrics` in the format of Prometheus. The port is separate because metrics are not for callers of the APIs.
 *
 * @param read returns the text.
 */
export function serveMetrics(read: () => Promise<string>): RequestListener {
  return (req, res) => {
    if (req.method !== 'GET' || req.url?.split('?', 1)[0] !== '/metrics') {
      res.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found. Use GET /metrics.\n');
      return;
    }
    read().then(
      (body) => res.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body),
      () => res.writeHead(500).end(),
    );
  };
}
