import type { ServerResponse } from 'node:http';
import type { Context } from '../graphql/context.ts';
import { toFault } from '../graphql/errors.ts';
import { toAnswerText } from '../graphql/limits/answer-size.ts';
import type { Fault } from '../lib/fault.ts';
import { sendJsonText, sendNothing } from '../lib/send-json.ts';
import type { RestRequest } from './handler.ts';
import { toProblem } from './problem.ts';
import type { Reply } from './route.ts';

/**
 * Answers a request that came with an Idempotency-Key: the first one by `perform`, those after it as the first.
 *
 * @throws what `perform` throws, and the Faults of IdempotencyService.once.
 */
export async function sendOnce(
  req: RestRequest,
  res: ServerResponse,
  context: Context,
  header: string | string[],
  perform: () => Promise<Reply>,
): Promise<void> {
  const url = req.originalUrl;
  let failed: Fault | undefined;
  const { answer, replayed } = await context.services.idempotency.once(
    {
      principal: context.principal,
      header,
      route: `${req.method} ${url.split('?', 1)[0]}`,
      content: { method: req.method, url, ifMatch: req.headers['if-match'] ?? null, body: req.body ?? null },
    },
    async () => {
      try {
        const reply = await perform();
        return { answer: toAnswer(reply, context), errors: [] };
      } catch (error) {
        failed = toFault(error);
        const { status, body } = toProblem(failed);
        return { answer: { status, headers: {}, body: JSON.stringify(body) }, errors: [failed.code] };
      }
    },
  );
  if (failed) throw failed;
  if (replayed) res.setHeader('Idempotency-Replayed', 'true');
  for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
  if (answer.body === null) sendNothing(res, answer.status);
  else sendJsonText(res, answer.status, answer.body);
}

function toAnswer({ status, headers, body }: Reply, context: Context) {
  return { status, headers, body: body === undefined ? null : toAnswerText(body, context) };
}
