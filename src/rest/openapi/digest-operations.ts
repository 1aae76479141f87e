import { COMMON_HEADERS, headersOf } from './headers.ts';
import type { JsonObject, SchemaWriter } from './json-schema.ts';
import { errorResponses, NO_CREDENTIAL } from './operation.ts';

/** Describes how a mail program turns digests off. The page behind GET is no operation. */
export function unsubscribeOperation(writer: SchemaWriter): JsonObject {
  return {
    operationId: 'unsubscribeFromDigest',
    summary: 'Turn off a digest by the link of its mail',
    description:
      'What mail programs send for the button "unsubscribe" (RFC 8058), without a key. The token names the person and does not expire. The body is not read. A repetition changes nothing.',
    tags: ['Account'],
    security: NO_CREDENTIAL,
    parameters: [
      {
        name: 'token',
        in: 'query',
        required: true,
        description: 'Token of the link.',
        schema: { type: 'string', minLength: 1, maxLength: 100 },
        example: 'AAAAAQ3f…',
      },
    ],
    requestBody: {
      required: false,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', additionalProperties: { type: 'string' } },
          example: { 'List-Unsubscribe': 'One-Click' },
        },
      },
    },
    responses: {
      200: {
        description: 'OK',
        headers: headersOf(COMMON_HEADERS),
        content: { 'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' } },
      },
      ...errorResponses(['not_found', 'rate_limited', 'overloaded', 'internal_error', 'unavailable'], writer),
    },
  };
}
