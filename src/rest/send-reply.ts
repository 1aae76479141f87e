import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../graphql/context.ts';
import { toAnswerText } from '../graphql/limits/answer-size.ts';
import { entityTagOf, isFresh } from '../lib/entity-tag.ts';
import { sendJsonText, sendNothing, sendStream } from '../lib/send-json.ts';
import type { Reply } from './route.ts';

/**
 * Sends what a route answered. JSON that was asked for by GET or HEAD has an entity tag, the route's own or that of its
 * text, and is not sent again to somebody who has it (RFC 9110, 13.1.2).
 */
export async function sendReply(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body, stream }: Reply,
  context: Context,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (stream) return sendStream(res, await stream(context));
  if (body === undefined) return sendNothing(res, status);
  const text = toAnswerText(body, context);
  if (req.method !== 'GET' && req.method !== 'HEAD') return sendJsonText(res, status, text);
  const tag = headers.ETag ?? entityTagOf(text);
  res.setHeader('ETag', tag);
  // Kept by the caller alone, and shown only after asking: whoever lost access must not see it again.
  res.setHeader('Cache-Control', 'private, no-cache');
  if (isFresh(req.headers['if-none-match'], tag)) return sendNothing(res, 304);
  sendJsonText(res, status, text);
}
