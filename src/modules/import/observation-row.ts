import type { JsonObject } from '../../lib/json-object.ts';
import {
  describe,
  InvalidField,
  type Parser,
  parseCount,
  parseDomain,
  type Reader,
  required,
} from './fields.ts';
import type { KeyedTable } from './keyed-writer.ts';
import { parseTimestamp } from './timestamps.ts';

/** Creates a parser of observations. It caches domains, keys and times, which most lines repeat. */
export function createObservationParser(
  objectField: string,
  parseObject: Parser<string>,
  [countField, firstField, lastField]: KeyedTable['values'],
) {
  const readSubject = cached(required(parseDomain));
  const readObject = cached(required(parseObject));
  const readCount = required(parseCount);
  const readTime = cached(required(parseTime));

  return (row: JsonObject) => {
    const subject = readSubject(row, 'domain');
    if (subject instanceof InvalidField) return subject;
    const object = readObject(row, objectField);
    if (object instanceof InvalidField) return object;
    const count = readCount(row, countField);
    if (count instanceof InvalidField) return count;
    const first = readTime(row, firstField);
    if (first instanceof InvalidField) return first;
    const last = readTime(row, lastField);
    if (last instanceof InvalidField) return last;
    if (first > last) return new InvalidField(firstField, `is later than ${lastField}`);
    return { subject, object, count, first, last };
  };
}

const MAX_CACHED = 50_000;

/** Caches the valid results of a reader. */
function cached<T extends string | number>(read: Reader<T>): Reader<T> {
  const valid = new Map<unknown, T>();
  let lastValue: unknown;
  let lastResult: T | undefined;
  return (row, field) => {
    const value = row[field];
    if (lastResult !== undefined && value === lastValue) return lastResult;
    const known = valid.get(value);
    const result = known ?? read(row, field);
    if (result instanceof InvalidField) return result;
    if (known === undefined) {
      if (valid.size >= MAX_CACHED) valid.clear();
      valid.set(value, result);
    }
    lastValue = value;
    lastResult = result;
    return result;
  };
}

/** Parses a time, in milliseconds since 1970. */
function parseTime(value: unknown, field: string): number | InvalidField {
  const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
  return time ?? new InvalidField(field, `is not a date or RFC 3339 timestamp: ${describe(value)}`);
}
