import {
  describe,
  type JsonObject,
  MAX_KEY_LENGTH,
  Refusal,
  requireCount,
  requireDomain,
  requireText,
} from './fields.ts';
import { createTimestampReader } from './timestamps.ts';

/** The names that a kind of dated, counted observation gives its five fields. */
export interface ObservationFields {
  /** The domain of the company observed. */
  subject: string;
  /** What was observed with it: a technology key, or a partner's domain. */
  object: string;
  objectIsDomain: boolean;
  count: string;
  first: string;
  last: string;
}

export interface ObservationRow {
  subject: string;
  object: string;
  count: number;
  /** Milliseconds since 1970. */
  first: number;
  last: number;
}

type TextReader = (row: JsonObject, field: string) => string | Refusal;

/** A reader of observations that remembers the last domain and the days it has seen: most lines repeat them. */
export function createObservationReader(
  fields: ObservationFields,
): (row: JsonObject) => ObservationRow | Refusal {
  const readSubject = remembering(requireDomain);
  const readObject = remembering(
    fields.objectIsDomain ? requireDomain : (row, field) => requireText(row, field, MAX_KEY_LENGTH),
  );
  const readTime = createTimestampReader();

  return (row) => {
    const subject = readSubject(row, fields.subject);
    if (subject instanceof Refusal) return subject;
    const object = readObject(row, fields.object);
    if (object instanceof Refusal) return object;
    const count = requireCount(row, fields.count);
    if (count instanceof Refusal) return count;
    const first = requireTime(row, fields.first, readTime);
    if (first instanceof Refusal) return first;
    const last = requireTime(row, fields.last, readTime);
    if (last instanceof Refusal) return last;
    if (first > last) return new Refusal(fields.first, `is later than ${fields.last}`);
    return { subject, object, count, first, last };
  };
}

const MAX_CACHED = 50_000;

/** The same reader, with a memory of the texts that it found good. */
function remembering(read: TextReader): TextReader {
  const known = new Map<unknown, string>();
  let lastValue: unknown;
  let lastResult: string | undefined;
  return (row, field) => {
    const value = row[field];
    if (lastResult !== undefined && value === lastValue) return lastResult;
    const result = known.get(value) ?? read(row, field);
    if (typeof result !== 'string') return result;
    if (known.size >= MAX_CACHED) known.clear();
    known.set(value, result);
    lastValue = value;
    lastResult = result;
    return result;
  };
}

function requireTime(
  row: JsonObject,
  field: string,
  read: (text: string) => number | undefined,
): number | Refusal {
  const value = row[field];
  if (value === undefined) return new Refusal(field, 'is missing');
  const time = typeof value === 'string' ? read(value) : undefined;
  return time ?? new Refusal(field, `is no date or RFC 3339 timestamp: ${describe(value)}`);
}
