import type { ServerResponse } from 'node:http';
import type { operations } from '#client/generated/rest.js';
import type { Pipeline } from '../api/pipeline/pipeline.ts';
import type { Context } from '../graphql/context.ts';
import { isJsonObject } from '../lib/json.ts';
import { type OperationReport, runWith } from '../lib/request-context.ts';
import { createRouteRunner } from '../rest/handler.ts';
import { PREFIX } from '../rest/openapi/served.ts';
import { routes } from '../rest/routes.ts';

type Id = keyof operations;
type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Answers<Operation extends Id> = operations[Operation]['responses'];
/** Body of a success, as openapi.json describes it, with what REST says in headers of credits. */
export type Body<Operation extends Id> = Json<
  Answers<Operation>[keyof Answers<Operation> & (200 | 201 | 204)]
> &
  Credits;

type Credits = { credits_charged?: number; credits_remaining?: number };

/** What a call of a route sends. */
export interface Sent {
  path?: Readonly<Record<string, string | number>>;
  /** Lists are joined by commas; undefined counts as absent. */
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  body?: unknown;
  /** Idempotency-Key. */
  key?: string | undefined;
  /** If-Match: the version that the caller read. */
  version?: number | undefined;
}

/** Runs a route of REST for the caller of a request, by the name of its operation in openapi.json. @throws Fault as REST does */
export type Call = <Operation extends Id>(operation: Operation, sent?: Sent) => Promise<Body<Operation>>;

/** Creates what runs routes: each call is an operation of the pipeline, with its own price, limits and replay log. */
export function createCaller(pipeline: Pipeline) {
  const runners = new Map(
    routes.map((route) => [
      `${route.name[0]?.toLowerCase()}${route.name.slice(1)}`,
      { route, run: createRouteRunner(route, pipeline) },
    ]),
  );
  /**
   * @param contextOf creates the context of one operation.
   * @param res response of the request, which shows what is left of the limits.
   */
  return (contextOf: () => Context, res: ServerResponse): Call => {
    const call = async (operation: string, sent: Sent = {}): Promise<unknown> => {
      const found = runners.get(operation);
      if (!found) throw new Error(`there is no operation ${operation}`);
      const { route, run } = found;
      const context = contextOf();
      const { report: whole } = context;
      // Calls of one tool run in parallel, each with a price of its own.
      whole.budgets ??= new Map();
      const report: OperationReport = { helpLinks: whole.helpLinks, budgets: whole.budgets };
      if (whole.onOperation) report.onOperation = whole.onOperation;
      const url = PREFIX + addressOf(route.path, sent);
      const request = {
        method: route.method,
        url,
        originalUrl: url,
        params: Object.fromEntries(
          Object.entries(sent.path ?? {}).map(([name, value]) => [name, String(value)]),
        ),
        headers: {
          ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
          ...(sent.version !== undefined && { 'if-match': `"${sent.version}"` }),
        },
        body: bodyOf(sent),
      };
      try {
        const answer = await runWith({ via: 'mcp' }, () => run(request, { ...context, report }, res));
        // A company that was merged into another one.
        if (answer.movedTo !== undefined) {
          const [[name = ''] = []] = Object.entries(sent.path ?? {});
          return await call(operation, { ...sent, path: { [name]: answer.movedTo } });
        }
        const { body, headers } = answer;
        if (body === undefined) return undefined;
        const read: object = JSON.parse(typeof body === 'string' ? body : Buffer.concat(body).toString());
        return { ...creditsIn(headers), ...read };
      } finally {
        whole.isAdmitted ||= report.isAdmitted === true;
        whole.cost = (whole.cost ?? 0) + (report.cost ?? 0);
      }
    };
    return call as Call;
  };
}

function creditsIn(headers: Readonly<Record<string, string>>): Credits {
  const { 'X-Credits-Charged': charged, 'X-Credits-Remaining': remaining } = headers;
  return charged === undefined
    ? {}
    : { credits_charged: Number(charged), credits_remaining: Number(remaining) };
}

/** Leaves out what is undefined, as JSON does: routes take it for null. */
function bodyOf({ body }: Sent): unknown {
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Encodes a text of a client, which may have unpaired surrogates. */
export const inUrl = (text: string) => encodeURIComponent(text.toWellFormed());

function addressOf(path: string, { path: values = {}, query = {} }: Sent): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => inUrl(String(values[name] ?? '')));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, Array.isArray(value) ? value.join(',') : String(value)] as [string, string]],
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}
