// Limits on what callers send. Services and the server refuse more, and openapi.json states the same numbers.

/** Bytes of a request body, also decompressed: 1 MiB (contract, section 1). A text in it has no more characters. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Bytes of the request line and headers together. A path, a parameter of the query or a header has no more characters. */
export const MAX_HEAD_BYTES = 16 * 1024;

/** Credits that one grant can add: three digits too many are refused. */
export const MAX_GRANT = 1_000_000_000;

/** Bytes of a draft's definition as JSON: a hundred conditions with all the values that they can have. */
export const MAX_DRAFT_BYTES = 256 * 1024;

/** Names of columns that carry an own field. */
export const MAX_FIELD_COLUMNS = 20;
/** Companies whose own values one request states. */
export const MAX_FIELD_ENTRIES = 1000;

/** Fields by which one preview counts its matches. */
export const MAX_BREAKDOWNS = 10;

/** Tags of one list. */
export const MAX_TAGS = 20;

interface TextLimits {
  readonly minLength?: number;
  readonly maxLength: number;
}

/**
 * Lengths of texts in Unicode code points, as JSON Schema counts. Services count after trimming, so that blanks around a
 * text never make it too long.
 */
export const TEXT_LIMITS = {
  companySearch: { minLength: 2, maxLength: 100 },
  cursor: { minLength: 1, maxLength: 8_192 },
  /** RFC 5321, 4.5.3.1.3, without the brackets. */
  email: { maxLength: 254 },
  /** Keys of fields. A longer one is unknown. */
  fieldKey: { minLength: 1, maxLength: 100 },
  /** Values of a vocabulary in a condition. Names in the catalogue have 500 at most. */
  filterValue: { maxLength: 1_000 },
  /** The description of a data flag, and the note of its reviewer. */
  flagText: { maxLength: 2_000 },
  idempotencyKey: { minLength: 1, maxLength: 255 },
  keyLabel: { maxLength: 100 },
  listName: { minLength: 1, maxLength: 200 },
  listSearch: { minLength: 1, maxLength: 200 },
  listTag: { minLength: 1, maxLength: 40 },
  memberSearch: { minLength: 1, maxLength: 100 },
  passkeyName: { minLength: 1, maxLength: 100 },
  /** ISO 8601 with nine digits of a second and an offset. */
  time: { maxLength: 35 },
  userName: { minLength: 1, maxLength: 200 },
  webhookLabel: { maxLength: 100 },
  webhookUrl: { minLength: 1, maxLength: 2_000 },
} as const satisfies Readonly<Record<string, TextLimits>>;

/** Returns whether a text has a length within limits, counted in Unicode code points. */
export function isWithin(text: string, { minLength = 0, maxLength }: TextLimits): boolean {
  // A code point is one or two units of the string: most texts need no counting.
  if (text.length >= 2 * minLength && text.length <= maxLength) return true;
  const length = [...text.slice(0, 2 * maxLength + 1)].length;
  return length >= minLength && length <= maxLength;
}
