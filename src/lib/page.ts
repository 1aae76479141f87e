/** Size and offset of a page. */
export interface Page {
  limit: number;
  offset: number;
}
