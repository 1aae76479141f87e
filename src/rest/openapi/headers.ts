import type { JsonObject } from './json-schema.ts';

interface HeaderText {
  description: string;
  schema: JsonObject;
  /** Whether an answer that documents it always has it. */
  always: boolean;
}

const WHOLE = { type: 'integer', minimum: 0 };
const TEXT = { type: 'string' };

/** Every response header that callers can rely on. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'Finds the request in our logs. A valid one that was sent comes back.',
    schema: { ...TEXT, minLength: 1, maxLength: 128 },
    always: true,
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: TEXT, always: true },
  ETag: {
    description:
      'The entity tag of what is shown; for a definition, its version. Send it back in `If-None-Match`.',
    schema: { ...TEXT, pattern: '^"[^"]*"$' },
    always: false,
  },
  'Cache-Control': { description: 'Who may keep it, and for how long.', schema: TEXT, always: false },
  Location: {
    description: 'Where the new list is.',
    schema: { ...TEXT, format: 'uri-reference' },
    always: true,
  },
  'Content-Location': {
    description: 'The path of exactly this content: another download from there is free.',
    schema: { ...TEXT, format: 'uri-reference' },
    always: true,
  },
  'Content-Disposition': { description: 'A name for the file.', schema: TEXT, always: true },
  'X-Credits-Charged': { description: 'Credits that this call cost.', schema: WHOLE, always: true },
  'X-Credits-Remaining': { description: 'The balance afterwards, in credits.', schema: WHOLE, always: true },
  'Retry-After': { description: 'Seconds to wait.', schema: { ...WHOLE, minimum: 1 }, always: false },
  RateLimit: {
    description:
      'What is left of the budgets of the caller, by class of costs: `r` points for `t` seconds (draft-ietf-httpapi-ratelimit-headers). Absent where limits are off.',
    schema: TEXT,
    always: false,
  },
  'RateLimit-Policy': {
    description:
      'The budgets of the caller, by class of costs: `q` points in `w` seconds. Absent where limits are off.',
    schema: TEXT,
    always: false,
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { ...TEXT, enum: ['true'] },
    always: false,
  },
} as const satisfies Record<string, HeaderText>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** References to headers of an answer. */
export function headersOf(names: readonly ResponseHeader[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers that an answer always has, whatever others do. */
export function requiredHeaders(names: readonly ResponseHeader[]): JsonObject {
  return Object.fromEntries(
    names
      .filter((name) => !RESPONSE_HEADERS[name].always)
      .map((name) => {
        const { description, schema } = RESPONSE_HEADERS[name];
        return [name, { required: true, description, schema }];
      }),
  );
}

export function headerComponents(): JsonObject {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS).map(([name, { always, ...header }]) => [
      name,
      { required: always, ...header },
    ]),
  );
}

/** Request headers, each a component. Without examples: the page would send those along. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a repetition safe: the request is carried out once, and a second one with the same key and content gets the answer of the first. 1 to 255 visible ASCII characters, unique to the request.',
    schema: { ...TEXT, minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The version that is to be replaced, as `ETag` gave it. Another version there: 409.',
    schema: TEXT,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` that the caller has the content of: 304 when that is still current.',
    schema: TEXT,
  },
} as const;

export const refToParameter = (name: keyof typeof REQUEST_HEADERS) => ({
  $ref: `#/components/parameters/${name}`,
});
