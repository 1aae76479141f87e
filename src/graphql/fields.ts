/** Description of the argument `after` of a page. */
export const AFTER = 'Cursor of the last edge of the previous page. Default: the first page.';

/** Options of the argument `input` of a mutation. */
export function inputOf<T>(type: T, description: string) {
  return { type, required: true, description } as const;
}
