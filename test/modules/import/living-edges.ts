import type { EdgeLine } from './living-lines.ts';
import type { EdgeView } from './support.ts';

/** How often something was observed, first and last. */
export interface Edge {
  count: number;
  first: string;
  last: string;
}

export function spread(x: Edge, y: Edge): Edge {
  return {
    count: x.count,
    first: x.first < y.first ? x.first : y.first,
    last: x.last > y.last ? x.last : y.last,
  };
}

export function toView({ count, first, last }: Edge): EdgeView {
  return { count, first: new Date(first).toISOString(), last: new Date(last).toISOString() };
}

/** Edges of companies by object, also found by their objects. */
export class Edges {
  readonly #bySubject = new Map<number, Map<string, Edge>>();
  readonly #subjects = new Map<string, Set<number>>();

  get(subject: number, object: string): Edge | undefined {
    return this.#bySubject.get(subject)?.get(object);
  }

  set(subject: number, object: string, edge: Edge): void {
    getOrAdd(this.#bySubject, subject, () => new Map()).set(object, edge);
    getOrAdd(this.#subjects, object, () => new Set()).add(subject);
  }

  delete(subject: number, object: string): void {
    this.#bySubject.get(subject)?.delete(object);
    this.#subjects.get(object)?.delete(subject);
  }

  /** Gives the edges of a company to another one, or deletes them. */
  move(subject: number, survivor: number | undefined): void {
    for (const [object, edge] of [...(this.#bySubject.get(subject) ?? [])]) {
      this.delete(subject, object);
      if (survivor !== undefined && object !== String(survivor)) this.#merge(survivor, object, edge);
    }
  }

  moveObjects(object: string, survivor: string | undefined): void {
    for (const subject of [...(this.#subjects.get(object) ?? [])]) {
      const edge = this.get(subject, object);
      this.delete(subject, object);
      if (edge && survivor !== undefined && survivor !== String(subject))
        this.#merge(subject, survivor, edge);
    }
  }

  #merge(subject: number, object: string, edge: Edge): void {
    const other = this.get(subject, object);
    this.set(
      subject,
      object,
      other ? { ...spread(edge, other), count: Math.max(edge.count, other.count) } : edge,
    );
  }

  *[Symbol.iterator](): Generator<[subject: number, object: string, edge: Edge]> {
    for (const [subject, edges] of this.#bySubject)
      for (const [object, edge] of edges) yield [subject, object, edge];
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Imports lines of edges. @param keyOf returns undefined for an unknown side. @returns the number of accepted lines */
export function importEdges(
  edges: Edges,
  lines: readonly EdgeLine[],
  keyOf: (line: EdgeLine) => readonly [number, string] | undefined,
  isSnapshot: boolean,
): number {
  const present = new Edges();
  let accepted = 0;
  for (const line of lines) {
    const { count, first, last } = line;
    const key = keyOf(line);
    if (key !== undefined || line.deleted) accepted += 1;
    if (key === undefined) continue;
    present.set(...key, { count, first, last });
    if (line.deleted) edges.delete(...key);
    else edges.set(...key, { count, first, last });
  }
  if (isSnapshot) for (const [a, b] of [...edges]) if (!present.get(a, b)) edges.delete(a, b);
  return accepted;
}
