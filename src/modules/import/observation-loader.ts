import { DomainResolver } from './domain-resolver.ts';
import { type JsonObject, Refusal } from './fields.ts';
import { type KeyedRow, type KeyedTable, KeyedWriter } from './keyed-writer.ts';
import { CHANGED_TABLE, type Loader, type LoaderContext } from './loader.ts';
import { createObservationReader, type ObservationFields, type ObservationRow } from './observation-row.ts';

interface HeldRow extends ObservationRow {
  line: number;
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
    this.resolver = new DomainResolver(context.client);
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
    else this.#held.push({ line, text, ...read });
  }

  async flush(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    await this.resolver.resolve(this.domainsOf(held));
    const rows: KeyedRow[] = [];
    for (const row of held) {
      const resolved = this.#resolve(row);
      if (resolved instanceof Refusal) {
        this.context.problems.reject(row.line, resolved.field, resolved.reason, row.text);
      } else {
        rows.push(resolved);
      }
    }
    await this.#writer.write(rows);
  }

  async merge(): Promise<void> {
    await this.#writer.merge();
    await this.mergeKeys();
  }

  /** The id of what a row was observed with, or why there is none. */
  protected abstract resolveObject(object: string, subjectId: number): number | Refusal;

  /** Brings counts and derived tables up to date with the keys in `import_key (a, b)`. */
  protected abstract mergeKeys(): Promise<void>;

  protected domainsOf(rows: readonly ObservationRow[]): Iterable<string> {
    return rows.map((row) => row.subject);
  }

  #resolve(row: HeldRow): KeyedRow | Refusal {
    const left = this.resolver.companyOf(row.subject);
    if (left === undefined) return unknownDomain(this.#names.subject, row.subject);
    const right = this.resolveObject(row.object, left);
    if (right instanceof Refusal) return right;
    return { line: row.line, left, right, count: row.count, first: row.first, last: row.last };
  }
}

export function unknownDomain(field: string, domain: string): Refusal {
  return new Refusal(field, `no company has the domain ${domain}`);
}
