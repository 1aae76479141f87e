const INITIAL_ROWS = 1024;

/**
 * Rows for a keyed table, by columns. Millions of rows pass through an import; an object and two boxed times for each would
 * be copied by one garbage collection after another.
 */
export class KeyedRows {
  length = 0;
  /** Line in the file, from 1. */
  line = new Int32Array(INITIAL_ROWS);
  /** Ids of the primary key. */
  left = new Int32Array(INITIAL_ROWS);
  right = new Int32Array(INITIAL_ROWS);
  /** DELETED for a row that retires its key, PRESENT for a refused row of a snapshot. */
  count = new Int32Array(INITIAL_ROWS);
  /** Times in milliseconds since 1970. */
  first = new Float64Array(INITIAL_ROWS);
  last = new Float64Array(INITIAL_ROWS);
  /** The lines themselves. */
  readonly text: string[] = [];

  /** Adds a row without a key. @returns its index */
  add(line: number, count: number, first: number, last: number, text: string): number {
    const index = this.length;
    if (index === this.line.length) this.#grow();
    this.line[index] = line;
    this.count[index] = count;
    this.first[index] = first;
    this.last[index] = last;
    this.text[index] = text;
    this.length += 1;
    return index;
  }

  /** Adds a row of `rows`. */
  addFrom(rows: KeyedRows, index: number): void {
    const { line, count, first, last, text } = rows;
    const added = this.add(
      line[index] ?? 0,
      count[index] ?? 0,
      first[index] ?? 0,
      last[index] ?? 0,
      text[index] ?? '',
    );
    this.left[added] = rows.left[index] ?? 0;
    this.right[added] = rows.right[index] ?? 0;
  }

  /** Returns the indexes of the rows in the order of their keys and lines. */
  inOrder(): Uint32Array {
    const order = new Uint32Array(this.length);
    let isSorted = true;
    for (let index = 0; index < this.length; index += 1) {
      order[index] = index;
      if (index > 0 && this.#compare(index - 1, index) > 0) isSorted = false;
    }
    // Most files are sorted by company.
    return isSorted ? order : order.sort((a, b) => this.#compare(a, b));
  }

  #compare(a: number, b: number): number {
    const { left, right, line } = this;
    return (
      (left[a] ?? 0) - (left[b] ?? 0) || (right[a] ?? 0) - (right[b] ?? 0) || (line[a] ?? 0) - (line[b] ?? 0)
    );
  }

  #grow(): void {
    this.line = enlarged(this.line, Int32Array);
    this.left = enlarged(this.left, Int32Array);
    this.right = enlarged(this.right, Int32Array);
    this.count = enlarged(this.count, Int32Array);
    this.first = enlarged(this.first, Float64Array);
    this.last = enlarged(this.last, Float64Array);
  }
}

function enlarged<T extends Int32Array | Float64Array>(column: T, type: new (length: number) => T): T {
  const larger = new type(column.length * 2);
  larger.set(column);
  return larger;
}
