import pg from 'pg';

/**
 * Rewrites what PostgreSQL prints for a timestamptz in a UTC session (`2024-03-01 00:00:00+00`) as ISO 8601 ending
 * in `Z`. Slicing strings costs a tenth of making a Date and printing it, and there are two for each partnership.
 */
export function toIsoTimestamp(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : new Date(text).toISOString();
}

/** Type parsers for statements whose timestamps go straight into a response. */
export const isoTimestamps: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary'
      ? toIsoTimestamp
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
