import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pipeline, Repeat } from '../api/pipeline/pipeline.ts';
import { schema } from '../api/schema.ts';
import type { Context } from '../graphql/context.ts';
import { toFault } from '../graphql/errors.ts';
import { executeOperation } from '../graphql/execute.ts';
import { toAnswerText } from '../graphql/limits/answer-size.ts';
import type { Charge } from '../lib/cost-class.ts';
import { Fault } from '../lib/fault.ts';
import { readFromPrimary } from '../lib/request-context.ts';
import { sendJsonText } from '../lib/send.ts';
import type { StreamedBody } from '../modules/idempotency/service.ts';
import type { Route } from '../rest/route.ts';
import { type Middleware, pathOf } from './request.ts';
import { limitOwnTime } from './server.ts';
import { BrokenUpload, UploadBody } from './upload-body.ts';
import type { UploadSlots } from './upload-slots.ts';

/** Points of one started MiB. */
const CHARGES: readonly Charge[] = [{ costClass: 'write', points: 1 }];

/** What routes need whose bodies are files. */
export interface UploadRouteParts {
  identify: Middleware;
  refuseUnread: Middleware;
  contextOf: (req: IncomingMessage) => Context;
  pipeline: Pipeline;
  slots: UploadSlots;
}

type UploadRequest = IncomingMessage & { originalUrl: string };

/** What is made of a file, and kept for retries. */
interface Accepted {
  location: string;
  body: string;
}

/** A request with a file, in a slot of uploads, whose first MiB is paid. */
export interface Arriving {
  req: UploadRequest;
  context: Context;
  /** Begins to read the body. */
  open(): UploadBody;
  /**
   * Makes something of the body, once for each Idempotency-Key.
   *
   * @param make returns its address. @param read returns it as JSON.
   */
  accept(body: StreamedBody, make: () => Promise<number>, made: Made): Promise<Answer>;
}

/** What a file becomes: how its address begins, and the route that shows it by the parameter of that name. */
export interface Made {
  path: string;
  route: Pick<Route, 'document' | 'reply'>;
  parameter: string;
}

export interface Answer {
  status: number;
  body: string;
  location?: string;
}

/**
 * Creates what answers requests with files: their bodies are read while they arrive, for hours if need be, and have slots, a price and a
 * pace of their own.
 */
export function createUploadRoutes({ contextOf, pipeline, slots }: UploadRouteParts) {
  const { admission } = pipeline;

  /** Makes a step that answers in a slot of uploads. @param before runs before the slot is taken, and may refuse */
  return (
    answer: (arriving: Arriving) => Promise<Answer>,
    before?: (context: Context) => Promise<void>,
  ): Middleware =>
    async (req, res) => {
      const context = contextOf(req);
      await before?.(context);
      const release = slots.take(context.principal.organizationId);
      const endLimit = limitOwnTime(req);
      let body: UploadBody | undefined;
      const open = () => {
        body = new UploadBody(req, res, {
          limits: slots.limits,
          pay: (signal) => payLater(() => admission.admit(context, res, CHARGES), signal),
          onBytes: (count) => {
            slots.bytes += count;
          },
        });
        return body;
      };
      try {
        await admission.admit(context, res, CHARGES);
        const accept: Arriving['accept'] = (file, make, made) =>
          acceptOnce(pipeline, { req, res, context }, file, make, made);
        const { status, body: text, location } = await answer({ req, context, open, accept });
        slots.ended.received += 1;
        if (location !== undefined) res.setHeader('Location', location);
        await sendJsonText(res, status, text);
      } catch (error) {
        slots.ended[error instanceof BrokenUpload ? error.outcome : 'refused'] += 1;
        throw error;
      } finally {
        body?.close();
        endLimit();
        release();
      }
    };
}

interface Call {
  req: UploadRequest;
  res: ServerResponse;
  context: Context;
}

async function acceptOnce(
  pipeline: Pipeline,
  { req, res, context }: Call,
  body: StreamedBody,
  make: () => Promise<number>,
  { path, route, parameter }: Made,
): Promise<Answer> {
  const run = async (): Promise<Accepted> => {
    const id = String(await make());
    return { location: `${path}/${id}`, body: await textOf(route, context, { [parameter]: id }) };
  };
  const header = req.headers['idempotency-key'];
  const accepted =
    header === undefined
      ? await run()
      : await pipeline.once({ context, res }, repeatOf(req, header, body), run);
  return { status: 202, ...accepted };
}

/** Returns how a request with an Idempotency-Key is repeated. The content of the file is compared at its end. */
function repeatOf(req: UploadRequest, header: string | string[], body: StreamedBody): Repeat<Accepted> {
  const { method, originalUrl: url } = req;
  return {
    header,
    route: `${method} ${pathOf(req)}`,
    content: { method, url },
    body,
    keep: ({ location, body: text }) => ({
      answer: { status: 202, headers: { Location: location }, body: text },
      errors: [],
    }),
    recall: ({ headers, body: text }) => ({ location: headers.Location ?? '', body: text ?? '' }),
  };
}

/** Returns the answer of a route, read from the primary. */
async function textOf(
  { document, reply }: Made['route'],
  context: Context,
  variables: Record<string, string>,
): Promise<string> {
  // A replica may not have the row yet.
  const { data, errors } = await readFromPrimary(() =>
    executeOperation(schema, { document, variables, context, isSaved: true }),
  );
  if (errors?.[0]) throw toFault(errors[0]);
  return toAnswerText(reply(data, variables).body, context);
}

/** Pays for a MiB that has begun to arrive. Whoever has no points left waits until there are some: the rest is in the network. */
async function payLater(pay: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await pay();
      return;
    } catch (error) {
      const seconds = error instanceof Fault && error.code === 'rate_limited' && error.details.retry_after;
      if (typeof seconds !== 'number') throw error;
      await sleep(seconds * 1000, undefined, { signal });
    }
  }
}
