import { EXAMPLES } from '../examples.ts';
import {
  IMPORT_FORMATS,
  IMPORT_KINDS,
  IMPORT_PARAMETERS,
  IMPORT_TYPES,
  SUGGEST_PARAMETERS,
} from '../import-uploads.ts';
import { COMMON_HEADERS, headersOf } from './headers.ts';
import { addComponent, type JsonObject, openEnum, refTo, type SchemaWriter } from './json-schema.ts';
import { errorResponses, parametersOf, USER_ONLY } from './operation.ts';

const FILE = {
  required: true,
  description: 'The file, or its beginning for a suggestion.',
  content: Object.fromEntries(
    Object.keys(IMPORT_TYPES).map((type) => [
      type,
      type === 'text/csv'
        ? { schema: { type: 'string' }, example: 'name,primary_domain\nAcme,acme.example\n' }
        : { schema: {}, example: '…' },
    ]),
  ),
};

const ERRORS = [
  ...(['bad_request', 'invalid_api_key', 'user_credential_required', 'cross_site_request'] as const),
  ...(['insufficient_access', 'body_too_large', 'unsupported_media_type', 'validation_error'] as const),
  ...(['rate_limited', 'overloaded', 'internal_error', 'unavailable'] as const),
];

/** Describes the upload of an import, which is no GraphQL document. */
export function importOperation(writer: SchemaWriter): JsonObject {
  return {
    operationId: 'createImport',
    summary: 'Send a file of the catalogue',
    description:
      'A process tries or imports the file by the rules of the command `import`: the same guards, lock and history. The body has up to 1 GiB. Each started MiB takes a point of `write`. Needs an operator of the installation.',
    tags: ['Installation'],
    security: USER_ONLY,
    parameters: [...parametersOf('query', IMPORT_PARAMETERS, writer), refTo('IdempotencyKey', 'parameters')],
    requestBody: FILE,
    responses: {
      202: {
        description: 'Accepted',
        headers: headersOf([...COMMON_HEADERS, 'Idempotency-Replayed', 'Location']),
        content: {
          'application/json': {
            schema: refTo('CatalogueImportWithProblems'),
            example: { ...EXAMPLES.CatalogueImport, status: 'queued', files: [], warnings: [] },
          },
        },
      },
      ...errorResponses(
        [
          ...ERRORS,
          ...(['quota_exceeded', 'import_status_conflict', 'import_not_found'] as const),
          ...(['idempotency_in_progress', 'idempotency_key_reused'] as const),
        ],
        writer,
      ),
    },
  };
}

const quoted = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');
const text = (description: string) => ({ type: 'string', description });
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

/** Describes the suggestion for a file. */
export function suggestImportOperation(writer: SchemaWriter): JsonObject {
  const column = {
    type: 'object',
    properties: {
      name: text('Name of the column, as `map` takes it.'),
      samples: texts('Up to three values.'),
      field: { type: ['string', 'null'], description: 'Field that it seems to give; null for none.' },
      confidence: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: '1 for a column with the name of the field.',
      },
    },
    required: ['name', 'samples', 'field', 'confidence'],
  };
  const field = {
    type: 'object',
    properties: {
      key: text('Key of the field.'),
      label: text('Name for people.'),
      type: text('Guessed type of its values.'),
      multiple: { type: 'boolean', description: 'Whether a company can have several values.' },
      columns: texts('Names of its columns.'),
      number_format: text('How the file writes numbers.'),
    },
    required: ['key', 'label', 'type', 'columns'],
  };
  addComponent(writer.components, 'ImportSuggestion', {
    type: 'object',
    description: 'How a file can be imported.',
    properties: {
      kind: { ...openEnum([...IMPORT_KINDS]), description: `Kind of its rows: ${quoted(IMPORT_KINDS)}.` },
      format: {
        ...openEnum([...IMPORT_FORMATS]),
        description: `Format of its rows: ${quoted(IMPORT_FORMATS)}.`,
      },
      columns: { type: 'array', items: column, description: 'Its columns.' },
      missing: texts('Required fields that no column seems to give.'),
      fields: {
        type: 'array',
        items: field,
        description: 'Own fields for columns that no built-in field has.',
      },
    },
    required: ['kind', 'format', 'columns', 'missing', 'fields'],
  });
  return {
    operationId: 'suggestImport',
    summary: 'Tell how a file of the catalogue can be imported',
    description:
      'Takes the first 1 MiB of a file, and stores nothing. Parquet must be complete, because its columns stand at its end. Needs an operator of the installation.',
    tags: ['Installation'],
    security: USER_ONLY,
    parameters: parametersOf('query', SUGGEST_PARAMETERS, writer),
    requestBody: FILE,
    responses: {
      200: {
        description: 'OK',
        headers: headersOf(COMMON_HEADERS),
        content: {
          'application/json': {
            schema: refTo('ImportSuggestion'),
            example: {
              kind: 'companies',
              format: 'csv',
              columns: [
                { name: 'Website', samples: ['acme.example'], field: 'primary_domain', confidence: 0.8 },
              ],
              missing: ['name'],
              fields: [],
            },
          },
        },
      },
      ...errorResponses(ERRORS, writer),
    },
  };
}
