import { DomainResolver } from './domain-resolver.ts';
import {
  InvalidField,
  type Parser,
  parseCount,
  parseDomain,
  parseTime,
  type Reader,
  required,
} from './fields.ts';
import type { Importer, ImporterContext } from './importer.ts';
import { type KeyedRow, type KeyedTable, KeyedWriter } from './keyed-writer.ts';

/** Observations of companies: detections or partnerships. Both sides must be in the catalogue. */
export interface ObservationKind {
  /** Field of the technology key, or of the partner's domain. */
  objectField: string;
  parseObject: Parser<string>;
  /** Whether objects are domains, too, which are looked up in batches. */
  objectIsDomain: boolean;
  /** Table of the observations. Its columns of values have the names of the fields. */
  table: KeyedTable;
  /** Returns the id of the observed technology or partner. @throws InvalidField when it cannot be observed. */
  resolveObject(object: string, subjectId: number, domains: DomainResolver): number;
  /** Updates counts and derived tables after a write, and records the changed companies. */
  mergeKeys(written: KeyedWriter): Promise<void>;
}

interface PendingRow extends KeyedRow {
  subject: string;
  object: string;
  text: string;
}

/** Imports dated, counted observations. */
export async function createObservationImporter(
  { client, lookup, problems }: ImporterContext,
  { objectField, parseObject, objectIsDomain, table, resolveObject, mergeKeys }: ObservationKind,
): Promise<Importer> {
  const [countField, firstField, lastField] = table.values;
  const readSubject = cached(required(parseDomain));
  const readObject = cached(required(parseObject));
  const readTime = cached(required(parseTime));
  const domains = new DomainResolver(lookup);
  const writer = await KeyedWriter.open(client, table);
  let pending: PendingRow[] = [];

  /** Resolves the ids of a row. Rejects it and returns false when one is unknown. */
  function isResolved(row: PendingRow): boolean {
    try {
      row.left = domains.companyOf(row.subject, 'domain');
      row.right = resolveObject(row.object, row.left, domains);
      return true;
    } catch (error) {
      problems.reject(row.line, error, row.text);
      return false;
    }
  }

  return {
    fields: new Set(['domain', objectField, ...table.values]),
    add(line, row, text) {
      const subject = readSubject(row, 'domain');
      const object = readObject(row, objectField);
      const count = readCount(row, countField);
      const first = readTime(row, firstField);
      const last = readTime(row, lastField);
      if (first > last) throw new InvalidField(firstField, `is later than ${lastField}`);
      pending.push({ line, subject, object, count, first, last, left: 0, right: 0, text });
    },
    async flush() {
      const rows = pending;
      pending = [];
      const subjects = rows.map((row) => row.subject);
      await domains.resolve(objectIsDomain ? [...subjects, ...rows.map((row) => row.object)] : subjects);
      await writer.write(rows.filter(isResolved));
    },
    settle: () => writer.settle(),
    async merge() {
      await writer.merge();
      await mergeKeys(writer);
    },
  };
}

const readCount = required(parseCount);

const MAX_CACHED = 50_000;

/** Caches the valid results of a reader. Most lines repeat domains, keys and times of others. */
function cached<T extends string | number>(read: Reader<T>): Reader<T> {
  const valid = new Map<unknown, T>();
  let lastValue: unknown;
  let lastResult: T | undefined;
  return (row, field) => {
    const value = row[field];
    if (lastResult !== undefined && value === lastValue) return lastResult;
    let result = valid.get(value);
    if (result === undefined) {
      result = read(row, field);
      if (valid.size >= MAX_CACHED) valid.clear();
      valid.set(value, result);
    }
    lastValue = value;
    lastResult = result;
    return result;
  };
}
