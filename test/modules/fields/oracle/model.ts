import { groupOf, type OwnField, storedForm, type Value } from './own-values.ts';

/** What a request states for one company: by keys; null and an empty list clear. */
export type Stated = Record<string, unknown>;

interface Written {
  set: number;
  cleared: number;
  unchanged: number;
  /** Number of values that are refused. */
  invalid: number;
}

/** Whether a drawn value is one that the field takes. Those that are not were drawn as such, and are wrapped. */
export class Refused {
  readonly raw: unknown;

  constructor(raw: unknown) {
    this.raw = raw;
  }

  toJSON(): unknown {
    return this.raw;
  }
}

/** What the catalogue and one organization must have: fields, and values by companies' ids. */
export class Model {
  readonly fields: OwnField[] = [];
  readonly #values = new Map<number, Map<OwnField, Value>>();

  get(id: number, field: OwnField): Value | undefined {
    return this.#values.get(id)?.get(field);
  }

  /** Values of a company by keys. */
  valuesOf(id: number): Record<string, Value> {
    return Object.fromEntries([...(this.#values.get(id) ?? [])].map(([field, value]) => [field.key, value]));
  }

  /** Values of all companies that have one, by their ids. */
  all(): Record<string, Record<string, Value>> {
    const filled = [...this.#values].filter(([, values]) => values.size > 0);
    return Object.fromEntries(filled.map(([id]) => [id, this.valuesOf(id)]));
  }

  field(key: string): OwnField | undefined {
    return this.fields.find((field) => field.key === key);
  }

  /** The distinct values of a field. Those of a category are groups of spellings. */
  held(field: OwnField): Value[] {
    const values = [...this.#values.values()].flatMap((each) => each.get(field) ?? []);
    return [...new Set(field.type === 'category' ? values.flat().map(groupOf) : values)];
  }

  countOf(field: OwnField): number {
    return [...this.#values.values()].filter((values) => values.has(field)).length;
  }

  declare(field: OwnField): void {
    this.fields.push(field);
  }

  remove(field: OwnField): void {
    this.fields.splice(this.fields.indexOf(field), 1);
    for (const values of this.#values.values()) values.delete(field);
  }

  /** Sets values of a company, in the order in which they are stated. */
  set(id: number, stated: Stated): Written {
    const written = { set: 0, cleared: 0, unchanged: 0, invalid: 0 };
    const values = this.#values.get(id) ?? new Map<OwnField, Value>();
    this.#values.set(id, values);
    for (const [key, raw] of Object.entries(stated)) {
      const field = this.field(key);
      if (!field || raw instanceof Refused) {
        written.invalid += 1;
        continue;
      }
      const isClearing = raw === null || (Array.isArray(raw) && raw.length === 0);
      const value = isClearing ? undefined : storedForm(raw as Value);
      if (JSON.stringify(values.get(field)) === JSON.stringify(value)) written.unchanged += 1;
      else if (value === undefined) written.cleared += 1;
      else written.set += 1;
      if (value === undefined) values.delete(field);
      else values.set(field, value);
    }
    return written;
  }

  /** The survivor keeps its values and gets those that it lacks. */
  merge(id: number, into: number): void {
    this.#values.set(into, new Map([...(this.#values.get(id) ?? []), ...(this.#values.get(into) ?? [])]));
    this.#values.delete(id);
  }

  retire(id: number): void {
    this.#values.delete(id);
  }

  copy(): Model {
    const copy = new Model();
    copy.fields.push(...this.fields);
    for (const [id, values] of this.#values) copy.#values.set(id, new Map(values));
    return copy;
  }
}
