import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as OTLP/HTTP sends it in JSON, with its attributes as an object. */
export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  kind: number;
  status: number;
  attributes: Record<string, unknown>;
  startedAt: bigint;
  endedAt: bigint;
}

export interface Collector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: ReceivedSpan[];
  /** Attributes of the resource that sent the spans. */
  resource: Record<string, unknown>;
  /** Returns everything received, as text. */
  text(): string;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface SentSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'startedAt' | 'endedAt'> {
  attributes: Attribute[];
  status: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface Sent {
  resourceSpans: Array<{ resource: { attributes: Attribute[] }; scopeSpans: Array<{ spans: SentSpan[] }> }>;
}

/** Starts a collector of traces that stores what it receives. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const resource: Record<string, unknown> = {};
  const bodies: unknown[] = [];
  const server = createServer(async (req, res) => {
    if (req.method !== 'POST' || req.url !== '/v1/traces') return void res.writeHead(404).end();
    const body = (await json(req)) as Sent;
    bodies.push(body);
    for (const sent of body.resourceSpans) {
      Object.assign(resource, toObject(sent.resource.attributes));
      spans.push(...sent.scopeSpans.flatMap((scope) => scope.spans.map(toSpan)));
    }
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    text: () => JSON.stringify(bodies),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toSpan({ status, attributes, startTimeUnixNano, endTimeUnixNano, ...span }: SentSpan): ReceivedSpan {
  const { name, traceId, spanId, parentSpanId, kind } = span;
  return {
    name,
    traceId,
    spanId,
    parentSpanId,
    kind,
    status: status.code ?? 0,
    attributes: toObject(attributes),
    startedAt: BigInt(startTimeUnixNano),
    endedAt: BigInt(endTimeUnixNano),
  };
}

function toObject(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
