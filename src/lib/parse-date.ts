/** Parses a date or a time, such as 2030-12-31 or 2030-12-31T12:00:00Z. @returns undefined for any other text. */
export function parseDate(text: string): Date | undefined {
  const at = new Date(text);
  return /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) && !Number.isNaN(at.getTime()) ? at : undefined;
}
