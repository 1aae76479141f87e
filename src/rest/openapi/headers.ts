import { MAX_HEAD_BYTES, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { type JsonObject, refTo } from './json-schema.ts';

const WHOLE = { type: 'integer', minimum: 0 };
const TEXT = { type: 'string' };
const REFERENCE = { ...TEXT, format: 'uri-reference' };

/** A header that an answer which documents it always has. */
const always = (description: string, schema: JsonObject = TEXT) => ({ required: true, description, schema });
const sometimes = (...args: Parameters<typeof always>) => ({ ...always(...args), required: false });

/** Every response header that callers can rely on. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': always('Identifies the request in the logs. A valid id that the caller sent is returned.', {
    ...TEXT,
    minLength: 1,
    maxLength: 128,
  }),
  'WWW-Authenticate': always('The authentication schemes that are accepted.'),
  ETag: always(
    'The entity tag of what is shown; for a definition or a draft, its version. Send it back in `If-None-Match`. The tag of a compressed answer ends with its coding, as in `"3-gzip"`.',
    { ...TEXT, pattern: '^"[^"]*"$' },
  ),
  'Cache-Control': sometimes('Who may cache the answer, and for how long.'),
  Location: always(
    'The path of what was created, or of the company that took over the one asked for.',
    REFERENCE,
  ),
  'Content-Location': always(
    'The path of exactly this content. Another download from there is free.',
    REFERENCE,
  ),
  Link: sometimes('The path of the next page: `<…>; rel="next"` (RFC 8288). Absent on the last page.'),
  'Content-Disposition': always('A file name.'),
  'X-Credits-Charged': always('Credits that this call cost.', WHOLE),
  'X-Credits-Remaining': always('The balance afterwards, in credits.', WHOLE),
  'Retry-After': always('Seconds to wait.', { ...WHOLE, minimum: 1 }),
  RateLimit: sometimes(
    'The remaining budgets of the caller, by cost class: `r` points for `t` seconds (draft-ietf-httpapi-ratelimit-headers-11). Absent where limits are off.',
  ),
  'RateLimit-Policy': sometimes(
    'The budgets of the caller, by cost class: `q` points (`qu`) in `w` seconds. Absent where limits are off.',
  ),
  'Idempotency-Replayed': sometimes(
    '`true` when this is the answer to an earlier request with the same Idempotency-Key.',
    { ...TEXT, enum: ['true'] },
  ),
};

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Retry-After of a status that has other codes as well. */
export const RETRY_AFTER_OF_SOME = { ...RESPONSE_HEADERS['Retry-After'], required: false };

/** Headers of every answer to a known key. */
export const COMMON_HEADERS: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** References to headers of an answer. */
export function headersOf(names: readonly ResponseHeader[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, refTo(name, 'headers')]));
}

/** Without examples, which importers would send along. */
const requestHeader = (
  name: string,
  description: string,
  limits: object = { maxLength: MAX_HEAD_BYTES },
) => ({
  name,
  in: 'header',
  description,
  schema: { ...TEXT, ...limits },
});

/** Request headers, each a component. */
export const REQUEST_HEADERS = {
  IdempotencyKey: requestHeader(
    'Idempotency-Key',
    'Makes retries safe: the request runs once, and a retry with the same key and content returns the first answer. 1 to 255 visible ASCII characters, unique to the request, such as a UUID.',
    TEXT_LIMITS.idempotencyKey,
  ),
  IfMatch: requestHeader(
    'If-Match',
    'The version to replace, from `ETag`, as in `"3"`, or a list of versions. 409 when none of them is current.',
  ),
  IfNoneMatch: requestHeader(
    'If-None-Match',
    'The `ETag` of the content that the caller has, as in `"3"`. 304 when it is still current.',
  ),
};
