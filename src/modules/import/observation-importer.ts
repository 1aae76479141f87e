import type { JsonObject } from '../../lib/json-object.ts';
import { DomainResolver } from './domain-resolver.ts';
import { InvalidField, type Parser } from './fields.ts';
import type { Importer, ImporterContext } from './importer.ts';
import { type KeyedRow, type KeyedTable, KeyedWriter } from './keyed-writer.ts';
import { createObservationParser } from './observation-row.ts';

export interface PendingRow extends KeyedRow {
  subject: string;
  object: string;
  text: string;
}

/**
 * Imports dated, counted observations of a company: detections and partnerships. Both sides must be in the catalogue.
 */
export abstract class ObservationImporter implements Importer {
  readonly fields: ReadonlySet<string>;
  protected readonly context: ImporterContext;
  protected readonly resolver: DomainResolver;
  readonly #parse: ReturnType<typeof createObservationParser>;
  readonly #writer: KeyedWriter;
  #pending: PendingRow[] = [];

  /**
   * @param object field of the technology key, or of the partner's domain.
   * @param table its columns of values have the names of the fields.
   */
  constructor(context: ImporterContext, object: string, parseObject: Parser<string>, table: KeyedTable) {
    this.context = context;
    this.fields = new Set(['domain', object, ...table.values]);
    this.resolver = new DomainResolver(context.lookup);
    this.#parse = createObservationParser(object, parseObject, table.values);
    this.#writer = new KeyedWriter(context.client, table);
  }

  async prepare(): Promise<void> {
    await this.#writer.prepare();
  }

  add(line: number, row: JsonObject, text: string): InvalidField | undefined {
    const parsed = this.#parse(row);
    if (parsed instanceof InvalidField) return parsed;
    const { subject, object, count, first, last } = parsed;
    this.#pending.push({ line, subject, object, count, first, last, left: 0, right: 0, text });
    return undefined;
  }

  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    await this.resolver.resolve(this.domainsOf(pending));
    await this.#writer.write(pending.filter((row) => this.#resolve(row)));
  }

  async settle(): Promise<void> {
    await this.#writer.settle();
  }

  async merge(): Promise<void> {
    await this.#writer.merge();
    await this.mergeKeys(this.#writer);
  }

  /** Returns the id of the observed technology or partner. */
  protected abstract resolveObject(object: string, subjectId: number): number | InvalidField;

  /** Updates counts and derived tables after a write. */
  protected abstract mergeKeys(written: KeyedWriter): Promise<void>;

  protected domainsOf(rows: readonly PendingRow[]): Iterable<string> {
    return rows.map((row) => row.subject);
  }

  /** Resolves the ids of a row. Rejects it and returns false when one is unknown. */
  #resolve(row: PendingRow): boolean {
    const left = this.resolver.companyOf(row.subject);
    const right =
      left === undefined ? unknownDomain('domain', row.subject) : this.resolveObject(row.object, left);
    if (left === undefined || right instanceof InvalidField) {
      if (right instanceof InvalidField)
        this.context.problems.reject(row.line, right.field, right.reason, row.text);
      return false;
    }
    row.left = left;
    row.right = right;
    return true;
  }
}

export function unknownDomain(field: string, domain: string): InvalidField {
  return new InvalidField(field, `no company has the domain "${domain}"`);
}
