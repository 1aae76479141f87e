/** Size of a page, and the id of the row that it follows; undefined for the first page. */
export interface Keyset {
  limit: number;
  after: number | undefined;
  /** Rows to skip; 0 after a row. */
  offset: number;
}

/** Size and offset of a page. */
export interface Page {
  limit: number;
  offset: number;
}
