/** Descriptions of the arguments of a page of STANDARD_PAGE. */
export const FIRST = 'Page size: 1 to 1000, default 100.';
export const AFTER = 'Cursor of the last edge of the previous page. Default: the first page.';

/** Options of the argument `input` of a mutation. */
export function inputOf<T>(type: T, description: string) {
  return { type, required: true, description } as const;
}
