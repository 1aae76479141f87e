import type { JsonObject } from '../../lib/json-object.ts';
import { MAX_AHEAD_MS, readClock } from '../facets/index-state.ts';
import { DomainResolver } from './domain-resolver.ts';
import {
  describe,
  InvalidField,
  lacksZone,
  type Parser,
  parseCount,
  parseDomain,
  parseTime,
  type Reader,
  readDeleted,
  readDomain,
  required,
  type Warn,
} from './fields.ts';
import type { FileChanges, Importer, ImporterContext } from './importer.ts';
import { KeyedRows } from './keyed-rows.ts';
import { DELETED, type KeyedTable, KeyedWriter, PRESENT } from './keyed-writer.ts';

/** Observations of companies: detections or partnerships. Both sides must be in the catalogue. */
export interface ObservationKind {
  /** Field of the technology key, or of the partner's domain. */
  objectField: string;
  parseObject: Parser<string>;
  /** Field that names the object of a row without `objectField`, and what finds it. @throws InvalidField */
  objectName?: { field: string; find: Parser<string> };
  /** Count of a row without one; undefined if each row must state it. */
  defaultCount?: number;
  /** Whether objects are domains, too, which are looked up in batches. */
  objectIsDomain: boolean;
  /** Table of the observations. Its columns of values have the names of the fields. */
  table: KeyedTable;
  /** Returns the id of the observed technology or partner. @throws InvalidField when it cannot be observed. */
  resolveObject(object: string, subjectId: number, domains: DomainResolver): number;
  /** Updates counts and derived tables after a write, and records the changed companies. */
  mergeKeys(written: KeyedWriter): Promise<FileChanges>;
}

/** Rows whose companies and objects are not yet looked up. */
class PendingRows {
  readonly rows = new KeyedRows();
  readonly subjects: string[] = [];
  readonly objects: string[] = [];

  add(subject: string, object: string, ...row: Parameters<KeyedRows['add']>): void {
    const index = this.rows.add(...row);
    this.subjects[index] = subject;
    this.objects[index] = object;
  }
}

/** Times of rows that have none, because they retire their key or are refused. */
const NO_TIMES = [0, 0] as const;

/** Imports dated, counted observations. */
export async function createObservationImporter(
  { client, lookup, problems, present, onNote }: ImporterContext,
  kind: ObservationKind,
): Promise<Importer> {
  const { objectField, objectIsDomain, table, resolveObject, mergeKeys } = kind;
  const [countField, firstField, lastField] = table.values;
  const readPlainSubject = cached(required(parseDomain));
  const readSubject = (row: JsonObject, warn: Warn) => readDomain(row, 'domain', warn, readPlainSubject);
  const readObject = createObjectReader(kind);
  const readCount = createCountReader(kind);
  // Read once, so that equal rows of a file have one outcome.
  const latest = (await readClock(client)).getTime() + MAX_AHEAD_MS;
  let hasNoted = false;
  const readTime = cached(
    required((value, field) => {
      const time = parseTime(value, field);
      if (time > latest)
        throw new InvalidField(field, `is more than a day ahead of the clock: ${describe(value)}`);
      if (!hasNoted && lacksZone(value)) {
        hasNoted = true;
        onNote('times without a zone are read as UTC');
      }
      return time;
    }),
  );
  const domains = new DomainResolver(lookup);
  const writer = new KeyedWriter(client, table, present !== undefined);
  await writer.open();
  let pending = new PendingRows();

  /** Resolves the ids of a row. When one is unknown, rejects the row, or warns if it is a delete, and returns false. */
  function isResolved({ rows, subjects, objects }: PendingRows, index: number): boolean {
    try {
      const subjectId = domains.companyOf(subjects[index] ?? '', 'domain');
      rows.left[index] = subjectId;
      rows.right[index] = resolveObject(objects[index] ?? '', subjectId, domains);
      return true;
    } catch (error) {
      if (!(error instanceof InvalidField)) throw error;
      const [line, count, text] = [rows.line[index] ?? 0, rows.count[index], rows.text[index] ?? ''];
      if (count === DELETED) problems.warn(line, error.field ?? '', error.reason, text);
      else if (count !== PRESENT) problems.reject(line, error, text);
      return false;
    }
  }

  return {
    keyFields: ['domain', objectField],
    add(line, row, text) {
      const warn: Warn = (field, reason, effect) => problems.warn(line, field, reason, text, effect);
      const subject = readSubject(row, warn);
      const object = readObject(row, warn);
      if (row.deleted !== undefined && readDeleted(row)) {
        pending.add(subject, object, line, DELETED, ...NO_TIMES, text);
        return;
      }
      const count = readCount(row, countField);
      const first = readTime(row, firstField);
      const last = readTime(row, lastField);
      if (first > last) throw new InvalidField(firstField, `is later than ${lastField}`);
      pending.add(subject, object, line, count, first, last, text);
    },
    notePresent(row) {
      const subject = readSubject(row, () => undefined);
      const object = readObject(row, () => undefined);
      pending.add(subject, object, 0, PRESENT, ...NO_TIMES, '');
    },
    async flush() {
      const flushed = pending;
      pending = new PendingRows();
      // An open COPY occupies the connection.
      if (lookup === client) await writer.settle();
      const { subjects, objects } = flushed;
      await domains.resolve(objectIsDomain ? subjects.concat(objects) : subjects);
      await writer.write(flushed.rows, (index) => isResolved(flushed, index));
    },
    settle: () => writer.settle(),
    async merge() {
      await writer.merge();
      return mergeKeys(writer);
    },
    findMissing: () => writer.findMissing(),
    async retireMissing() {
      await writer.deleteMissing();
      return mergeKeys(writer);
    },
  };
}

function createCountReader({ defaultCount }: ObservationKind): Reader<number> {
  const readStated = required(parseCount);
  if (defaultCount === undefined) return readStated;
  return (row, field) =>
    row[field] === undefined || row[field] === null ? defaultCount : readStated(row, field);
}

/** Creates a reader of the technology or partner of a row. */
function createObjectReader({ objectField, parseObject, objectIsDomain, objectName }: ObservationKind) {
  const readPlain = cached(required(parseObject));
  const readByName = objectName && cached(required(objectName.find));
  return (row: JsonObject, warn: Warn): string => {
    if (readByName && objectName && row[objectField] === undefined && row[objectName.field] !== undefined)
      return readByName(row, objectName.field);
    return objectIsDomain ? readDomain(row, objectField, warn, readPlain) : readPlain(row, objectField);
  };
}

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
