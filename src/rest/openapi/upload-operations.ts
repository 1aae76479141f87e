import { EXAMPLES } from '../examples.ts';
import { JOB_PARAMETERS, UPLOAD_TYPES } from '../uploads.ts';
import { COMMON_HEADERS, headersOf } from './headers.ts';
import { type JsonObject, refTo, type SchemaWriter } from './json-schema.ts';
import { ANY_CREDENTIAL, errorResponses, parametersOf } from './operation.ts';

/** The file of an example, by media type. */
const FILES: Readonly<Record<(typeof UPLOAD_TYPES)[number], string>> = {
  'text/csv': 'Account,Phone\nKupferwald Software GmbH,+49 30 1234\n',
  'application/x-ndjson': '{"Account":"Kupferwald Software GmbH","Phone":"+49 30 1234"}\n',
};

/** Describes the upload of files, which is no GraphQL document. */
export function uploadOperation(writer: SchemaWriter): JsonObject {
  return {
    operationId: 'createJob',
    summary: 'Send a file for a job, or export a list',
    description:
      'The body is a file of up to 1 GiB after decompression and a million rows, with a header in CSV. It may be compressed with gzip. Each started MiB takes a point of `write`. The service guesses what the columns say of companies, and goes on to match the rows. Instead of a body, `source_list_id` takes the members of a list. With any key, except `add_to_list`, `export` and `source_list_id`. `export` has no body. It charges for the members of a list as `POST …/export` does, and takes points of `export`. With too few credits nothing is charged, and the job waits for an approval. Its file is made when it is downloaded.',
    tags: ['Jobs'],
    security: ANY_CREDENTIAL,
    parameters: [
      ...parametersOf('query', JOB_PARAMETERS, writer),
      refTo('IdempotencyKey', 'parameters'),
      {
        name: 'Content-Encoding',
        in: 'header',
        required: false,
        description: 'Coding of the body.',
        schema: { type: 'string', enum: ['gzip', 'identity'] },
      },
    ],
    requestBody: {
      required: false,
      description: 'The file. None with `source_list_id` and `export`.',
      content: Object.fromEntries(
        UPLOAD_TYPES.map((type) => [type, { schema: { type: 'string' }, example: FILES[type] }]),
      ),
    },
    responses: {
      202: {
        description: 'Accepted',
        headers: headersOf([...COMMON_HEADERS, 'Idempotency-Replayed', 'Location']),
        content: {
          'application/json': { schema: refTo('Job'), example: { ...EXAMPLES.Job, status: 'matching' } },
        },
      },
      ...errorResponses(
        [
          ...(['bad_request', 'invalid_api_key', 'user_credential_required', 'cross_site_request'] as const),
          ...(['insufficient_access', 'list_not_found', 'quota_exceeded', 'definition_conflict'] as const),
          ...(['members_too_large', 'job_not_found', 'job_status_conflict', 'body_too_large'] as const),
          ...(['unsupported_media_type'] as const),
          ...(['validation_error', 'idempotency_in_progress', 'idempotency_key_reused'] as const),
          ...(['rate_limited', 'overloaded', 'internal_error', 'unavailable'] as const),
        ],
        writer,
      ),
    },
  };
}
