import type { JsonSource } from './json-writer.ts';

/** A key of an object in an answer, and the property of a row that it shows. */
export type SelectedKey = readonly [key: string, property: string];

/** Rows that stay in the format of the database until they are read as objects, or written as JSON. */
export abstract class RowList<Row> implements Iterable<Row> {
  abstract readonly length: number;

  abstract [Symbol.iterator](): Iterator<Row>;

  /** Returns the list of objects with these keys. A property that rows do not have is null. */
  abstract select(keys: readonly SelectedKey[]): JsonSource;
}

/** Rows as objects, or in the format of the database. */
export type Rows<Row> = readonly Row[] | RowList<Row>;
