/** Part of the editor that a JSON pointer of a definition names. */
interface Place {
  id: string;
  part?: 'field' | 'operator' | 'values' | 'when';
  /** Index of the value, if the pointer names one. */
  valueIndex?: number;
}

const PARTS = ['field', 'operator', 'values', 'when'] as const;
const WITHIN = /^\/condition(?:\/(field|operator|values|when)(?:\/(\d+))?)?/;

/** Pointers of a definition and ids of the tree that it was made from, in both directions. */
export class Places {
  readonly #pointers = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  /** Records the pointer of a node. Where two nodes have one pointer, the later one is named. */
  node(id: string, pointer: string): void {
    this.#pointers.set(id, pointer);
    this.#ids.set(pointer, id);
  }

  /** @returns undefined for a node that the definition leaves out. */
  pointerOf(id: string, valueIndex?: number): string | undefined {
    const pointer = this.#pointers.get(id);
    return pointer === undefined || valueIndex === undefined
      ? pointer
      : `${pointer}/condition/values/${valueIndex}`;
  }

  /** All nodes of the definition with their pointers. An implied group has the pointer of its child. */
  entries(): Iterable<[string, string]> {
    return this.#pointers;
  }

  /** Returns the node that a pointer names, or the closest one above it; undefined outside of the root. */
  placeOf(pointer: string): Place | undefined {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const id = this.#ids.get(pointer.slice(0, end));
      if (id === undefined) continue;
      const [, name, index] = WITHIN.exec(pointer.slice(end)) ?? [];
      const part = PARTS.find((each) => each === name);
      return { id, ...(part && { part }), ...(index !== undefined && { valueIndex: Number(index) }) };
    }
    return undefined;
  }
}
