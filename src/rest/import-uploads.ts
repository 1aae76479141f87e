import { z } from 'zod';
import { MAX_HEAD_BYTES } from '../lib/request-limits.ts';
import { flag } from './parameters.ts';

export const IMPORT_KINDS = ['technologies', 'companies', 'company_technologies', 'partnerships'] as const;
export const IMPORT_FORMATS = ['ndjson', 'csv', 'tsv', 'parquet'] as const;

/** Media types of import files, each with the format that it states; undefined if the content decides. */
export const IMPORT_TYPES = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/vnd.apache.parquet': 'parquet',
  'application/gzip': undefined,
  'application/zstd': undefined,
} as const;

/** A parameter that may be sent several times. */
export const repeated = (description: string, example: string) =>
  z
    .array(z.string().meta({ maxLength: MAX_HEAD_BYTES }))
    .default([])
    .meta({ description, example: [example], maxItems: 500, explode: true });

/** Parameters of the query of an upload. */
export const IMPORT_PARAMETERS = z.strictObject({
  kind: z.enum(IMPORT_KINDS, `must be one of ${IMPORT_KINDS.join(', ')}`).meta({
    description: 'Kind of the rows.',
    example: 'companies',
  }),
  format: z
    .enum(IMPORT_FORMATS, `must be one of ${IMPORT_FORMATS.join(', ')}`)
    .optional()
    .meta({
      description: 'Format of the rows. Default: that of the media type, else the content decides.',
      example: 'csv',
    }),
  dry_run: flag('Stores nothing, and shows what an import would do. `…/apply` then imports the same file.'),
  snapshot: z
    .enum(IMPORT_KINDS, `must be one of ${IMPORT_KINDS.join(', ')}`)
    .optional()
    .meta({
      description: 'Imports this kind as a full snapshot: rows missing from the file are retired.',
      example: 'companies',
    }),
  max_deletes: z.string().optional().meta({
    maxLength: 20,
    description: 'Rows that a snapshot may retire: a number, or a percentage of the live rows. Default: 5%.',
    example: '5%',
  }),
  map: repeated(
    'Columns that are read as other fields: a column, `=` and the field.',
    'Website=primary_domain',
  ),
  set: repeated('Values that all rows get: a field, `=` and the value.', 'country=DE'),
});

/** Parameters of the query of a suggestion. */
const { kind, format } = IMPORT_PARAMETERS.shape;
export const SUGGEST_PARAMETERS = z.strictObject({
  kind: kind.optional().meta({ description: 'Kind of the rows. Default: a guess.', example: 'companies' }),
  format,
});
