import type { JsonObject } from '../../lib/json.ts';
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
import { DELETED, type KeyedRow, type KeyedTable, KeyedWriter, PRESENT } from './keyed-writer.ts';

/** Observations of companies: detections or partnerships. Both sides must be in the catalogue. */
interface ObservationKind {
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

/** A row whose company and object are not yet looked up: the ids of its key are 0. */
interface PendingRow extends KeyedRow {
  subject: string;
  object: string;
}

/** Times of rows that have none, because they retire their key or are refused. */
const NO_TIMES = { first: 0, last: 0 };

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
  let pending: PendingRow[] = [];

  /** Resolves the ids of a row. When one is unknown, rejects the row, or warns if it is a delete, and returns false. */
  function isResolved(row: PendingRow): boolean {
    try {
      row.left = domains.companyOf(row.subject, 'domain');
      row.right = resolveObject(row.object, row.left, domains);
      return true;
    } catch (error) {
      if (!(error instanceof InvalidField)) throw error;
      const { line, count, text } = row;
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
        pending.push({ subject, object, line, left: 0, right: 0, count: DELETED, ...NO_TIMES, text });
        return;
      }
      const count = readCount(row, countField);
      const first = readTime(row, firstField);
      const last = readTime(row, lastField);
      if (first > last) throw new InvalidField(firstField, `is later than ${lastField}`);
      pending.push({ subject, object, line, left: 0, right: 0, count, first, last, text });
    },
    notePresent(row) {
      const subject = readSubject(row, () => undefined);
      const object = readObject(row, () => undefined);
      pending.push({ subject, object, line: 0, left: 0, right: 0, count: PRESENT, ...NO_TIMES, text: '' });
    },
    async flush() {
      const flushed = pending;
      pending = [];
      // An open COPY occupies the connection.
      if (lookup === client) await writer.settle();
      const names = flushed.map(({ subject }) => subject);
      if (objectIsDomain) for (const { object } of flushed) names.push(object);
      await domains.resolve(names);
      await writer.write(flushed, isResolved);
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
