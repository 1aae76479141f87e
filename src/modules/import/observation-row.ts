import type { JsonObject } from '../../lib/json-object.ts';
import {
  describe,
  InvalidField,
  MAX_KEY_LENGTH,
  requireCount,
  requireDomain,
  requireText,
} from './fields.ts';
import { createTimestampParser } from './timestamps.ts';

/** Field names of a kind of observation. */
export interface ObservationFields {
  /** Field of the company's domain. */
  subject: string;
  /** Field of the technology key, or of the partner's domain. */
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

type TextParser = (row: JsonObject, field: string) => string | InvalidField;

/** Creates a parser of observations. It caches domains, keys and times, which most lines repeat. */
export function createObservationParser(
  fields: ObservationFields,
): (row: JsonObject) => ObservationRow | InvalidField {
  const parseSubject = cached(requireDomain);
  const parseObject = cached(
    fields.objectIsDomain ? requireDomain : (row, field) => requireText(row, field, MAX_KEY_LENGTH),
  );
  const parseTime = createTimestampParser();

  return (row) => {
    const subject = parseSubject(row, fields.subject);
    if (subject instanceof InvalidField) return subject;
    const object = parseObject(row, fields.object);
    if (object instanceof InvalidField) return object;
    const count = requireCount(row, fields.count);
    if (count instanceof InvalidField) return count;
    const first = requireTime(row, fields.first, parseTime);
    if (first instanceof InvalidField) return first;
    const last = requireTime(row, fields.last, parseTime);
    if (last instanceof InvalidField) return last;
    if (first > last) return new InvalidField(fields.first, `is later than ${fields.last}`);
    return { subject, object, count, first, last };
  };
}

const MAX_CACHED = 50_000;

/** Caches the valid results of a parser. */
function cached(parse: TextParser): TextParser {
  const valid = new Map<unknown, string>();
  let lastValue: unknown;
  let lastResult: string | undefined;
  return (row, field) => {
    const value = row[field];
    if (lastResult !== undefined && value === lastValue) return lastResult;
    const result = valid.get(value) ?? parse(row, field);
    if (typeof result !== 'string') return result;
    if (valid.size >= MAX_CACHED) valid.clear();
    valid.set(value, result);
    lastValue = value;
    lastResult = result;
    return result;
  };
}

function requireTime(
  row: JsonObject,
  field: string,
  parse: (text: string) => number | undefined,
): number | InvalidField {
  const value = row[field];
  if (value === undefined) return new InvalidField(field, 'is missing');
  const time = typeof value === 'string' ? parse(value) : undefined;
  return time ?? new InvalidField(field, `is not a date or RFC 3339 timestamp: ${describe(value)}`);
}
