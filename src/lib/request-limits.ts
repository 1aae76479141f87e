// Limits on what callers send. Services and the server refuse more, and openapi.json states the same numbers.

/** Bytes of a request body, also decompressed: 1 MiB (contract, section 1). A text in it has no more characters. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Faults of a request that are told: a hostile one can have one in every one of a hundred thousand places. */
export const MAX_VIOLATIONS = 50;

/** Bytes of the request line and headers together. A path, a parameter of the query or a header has no more characters. */
export const MAX_HEAD_BYTES = 16 * 1024;

/** Credits that one grant can add: three digits too many are refused. */
export const MAX_GRANT = 1_000_000_000;

/** Credits that an organization can have, and the highest monthly limit of a key: what the columns hold. */
export const MAX_BALANCE = 2 ** 31 - 1;

/** Bytes of a draft's definition as JSON: a hundred conditions with all the values that they can have. */
export const MAX_DRAFT_BYTES = 256 * 1024;

/** Names of columns that carry an own field. */
export const MAX_FIELD_COLUMNS = 20;
/** Last place of an own field. Behind the others, any place is the last one. */
export const MAX_FIELD_POSITION = 500;
/** Values that one request states of a company: an organization has no more fields. */
export const MAX_ENTRY_KEYS = 200;
/** Companies whose own values one request states. */
export const MAX_FIELD_ENTRIES = 1000;

/** Rows that one request matches to companies. */
export const MAX_MATCH_ROWS = 1000;

/** Columns of a file of rows. */
export const MAX_FILE_COLUMNS = 500;
/** Companies that callers choose for rows of a job: people make choices one by one. */
export const MAX_JOB_CHOICES = 10_000;

/** Lists and definitions that one request compares. */
export const MAX_OVERLAP_SETS = 20;

/** Domains of which one request seeks the rule behind them. */
export const EXAMPLE_LIMITS = { min: 3, max: 10_000 } as const;
/** Fields that a rule behind examples may use. */
export const MAX_RULE_FIELDS = 25;
/** Conditions of a rule behind examples. */
export const MAX_RULE_CONDITIONS = 6;

/** Fields by which one preview counts its matches. */
export const MAX_BREAKDOWNS = 10;

/** Columns of a view of a list. */
export const MAX_VIEW_COLUMNS = 100;

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
  /** An identifier of a row that is matched to a company: URLs are the longest. */
  matchText: { maxLength: 2_000 },
  memberSearch: { minLength: 1, maxLength: 100 },
  organizationName: { minLength: 1, maxLength: 200 },
  passkeyName: { minLength: 1, maxLength: 100 },
  /** ISO 8601 with nine digits of a second and an offset. */
  time: { maxLength: 35 },
  userName: { minLength: 1, maxLength: 200 },
  viewName: { minLength: 1, maxLength: 100 },
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
