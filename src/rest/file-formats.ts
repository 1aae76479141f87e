import { TEXT, word } from './parameters.ts';

/** Media types of files that are sent, by the names of their formats. */
export const MEDIA_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
} as const;

export type MediaType = (typeof MEDIA_TYPES)[keyof typeof MEDIA_TYPES];

/** Returns whether files of a type are no texts. */
export const isBinary = (type: string) => type === MEDIA_TYPES.parquet;

const FORMATS = ['csv', 'ndjson', 'parquet'] as const;

/** The format of a file, in a query. */
export function fileFormat(description: string) {
  return TEXT.pipe(word(FORMATS))
    .optional()
    .meta({ description, type: 'string', enum: [...FORMATS], default: 'csv', example: 'csv' });
}
