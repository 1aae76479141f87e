import { DomainResolver } from './domain-resolver.ts';
import { type JsonObject, Refusal } from './fields.ts';
import { type KeyedRow, type KeyedTable, KeyedWriter } from './keyed-writer.ts';
import { CHANGED_TABLE, type Loader, type LoaderContext } from './loader.ts';
import { createObservationReader, type ObservationFields, type ObservationRow } from './observation-row.ts';

export interface HeldRow extends KeyedRow {
  subject: string;
  object: string;
  text: string;
}

/** What detections and partnerships have in common: rows between two things that the catalogue must know. */
export abstract class ObservationLoader implements Loader {
  readonly fields: ReadonlySet<string>;
  protected readonly context: LoaderContext;
  protected readonly resolver: DomainResolver;
  readonly #names: ObservationFields;
  readonly #read: (row: JsonObject) => ObservationRow | Refusal;
  readonly #writer: KeyedWriter;
  #held: HeldRow[] = [];

  constructor(context: LoaderContext, names: ObservationFields, table: KeyedTable) {
    this.context = context;
    this.fields = new Set([names.subject, names.object, names.count, names.first, names.last]);
    this.resolver = new DomainResolver(context.lookup);
    this.#names = names;
    this.#read = createObservationReader(names);
    this.#writer = new KeyedWriter(context.client, table);
  }

  async prepare(): Promise<void> {
    await this.context.client.query(CHANGED_TABLE);
    await this.#writer.prepare();
  }

  take(line: number, row: JsonObject, text: string): void {
    const read = this.#read(row);
    if (read instanceof Refusal) this.context.problems.reject(line, read.field, read.reason, text);
    else this.#held.push(hold(line, read, text));
  }

  async flush(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    await this.resolver.resolve(this.domainsOf(held));
    await this.#writer.write(held.filter((row) => this.#resolve(row)));
  }

  async settle(): Promise<void> {
    await this.#writer.settle();
  }

  async merge(): Promise<void> {
    await this.#writer.merge();
    await this.mergeKeys(this.#writer);
  }

  /** The id of what a row was observed with, or why there is none. */
  protected abstract resolveObject(object: string, subjectId: number): number | Refusal;

  /** Brings counts and derived tables up to date with what was written. */
  protected abstract mergeKeys(written: KeyedWriter): Promise<void>;

  protected domainsOf(rows: readonly HeldRow[]): Iterable<string> {
    return rows.map((row) => row.subject);
  }

  /** Finds the ids of a row, or refuses it. */
  #resolve(row: HeldRow): boolean {
    const left = this.resolver.companyOf(row.subject);
    const right =
      left === undefined
        ? unknownDomain(this.#names.subject, row.subject)
        : this.resolveObject(row.object, left);
    if (left === undefined || right instanceof Refusal) {
      if (right instanceof Refusal)
        this.context.problems.reject(row.line, right.field, right.reason, row.text);
      return false;
    }
    row.left = left;
    row.right = right;
    return true;
  }
}

function hold(line: number, row: ObservationRow, text: string): HeldRow {
  const { subject, object, count, first, last } = row;
  return { line, subject, object, count, first, last, left: 0, right: 0, text };
}

export function unknownDomain(field: string, domain: string): Refusal {
  return new Refusal(field, `no company has the domain ${domain}`);
}
