import { z } from 'zod';
import { toEnumValue } from '../graphql/enums.ts';
import { attachment } from '../lib/http-headers.ts';
import { MAX_FILE_COLUMNS, MAX_JOB_CHOICES } from '../lib/request-limits.ts';
import { EXAMPLES } from './examples.ts';
import { fileFormat, MEDIA_TYPES } from './file-formats.ts';
import { pathId, word } from './parameters.ts';
import { route } from './route.ts';
import { ALL_KINDS, EXPORT_PARAMETERS } from './uploads.ts';

const JOB_ID = pathId('The `job_id` of a job.', EXAMPLES.Job.job_id);
const VERDICTS = ['matched', 'unmatched', 'invalid', 'duplicate'] as const;

const CHANGING = 'Its creator and admins may do this.';

const FIELDS =
  'How columns are used, by their names or by their positions, counted from 0. Fields are `domain`, `url`, `email`, `name`, `country` and `ref`. Jobs of the kind `set_fields` also take keys of fields of the organization. With null, a column is only passed on. Other columns stay as they are.';

/** Uploads answer with the job as well. */
export const GET_JOB = route('GetJob', 'GET /jobs/:job_id', {
  summary: 'Get a job',
  description: 'Its state, the columns of its file, and its numbers. With any key.',
  parameters: { job_id: JOB_ID },
  errors: ['job_not_found'],
});

/** The route of uploads runs it for the kind `export`, which has no body. */
export const CREATE_EXPORT_JOB = route('CreateExportJob', 'POST /jobs', {
  summary: 'Export a list as a file',
  needsUser: true,
  charges: true,
  isBodyOptional: true,
  parameters: EXPORT_PARAMETERS,
  inQuery: ['kind', 'list_id', 'tier', 'since', 'format', 'fields', 'max_credits', 'shared'],
  variables: ({ kind: _kind, list_id, since, tier, format, ...rest }) => ({
    ...rest,
    list_id: String(list_id),
    since: since === undefined ? undefined : String(since),
    tier,
    format,
  }),
  status: 202,
  headers: { Location: ({ createExportJob }) => `/v1/jobs/${createExportJob.job.job_id}` },
  errors: ['list_not_found', 'validation_error'],
});

export const jobs = [
  route('GetJobs', 'GET /jobs', {
    summary: 'Get jobs',
    description:
      'Those that the caller sees, newest first: their own, shared ones, and for admins all of the organization. With any key.',
    parameters: {
      status: word(['receiving', 'matching', 'awaiting_approval', 'running', 'done', 'failed', 'cancelled'])
        .optional()
        .meta({ description: 'Only jobs in this state.', example: 'awaiting_approval' }),
      kind: word(ALL_KINDS).optional().meta({ description: 'Only jobs of this kind.', example: 'match' }),
    },
  }),

  GET_JOB,

  route('UpdateJob', 'PATCH /jobs/:job_id', {
    summary: 'Change how the rows of a job are matched, or share it',
    description: `A field that is left out stays as it is. Unless only \`shared\` changes, the job returns to \`matching\`, and all rows are matched again. That is possible until it runs, and for a free kind also when it is done. ${CHANGING}`,
    parameters: {
      job_id: JOB_ID,
      columns: z
        .record(z.string(), z.string().nullable())
        .refine(
          (columns) => Object.keys(columns).length <= MAX_FILE_COLUMNS,
          `must have at most ${MAX_FILE_COLUMNS} columns`,
        )
        .optional()
        .meta({ description: FIELDS, maxProperties: MAX_FILE_COLUMNS, example: { Website: 'url', 3: null } }),
      min_confidence: z.number().min(0, 'must be 0 to 1').max(1, 'must be 0 to 1').optional().meta({
        description: 'Confidence from which on a row counts as matched.',
        example: 0.8,
      }),
      choices: z
        .array(
          z.strictObject({
            row: z.int32().min(1).meta({ description: 'Number of a row; the first one is 1.' }),
            company_id: z
              .int32()
              .min(1)
              .nullable()
              .meta({ description: 'Company that the row means; null for none.' }),
          }),
        )
        .max(MAX_JOB_CHOICES)
        .optional()
        .meta({
          description: 'Companies of single rows, whatever was found. They replace earlier choices.',
          example: [{ row: 2, company_id: 17 }],
        }),
      leave_out: z
        .array(word(VERDICTS))
        .max(VERDICTS.length)
        .optional()
        .meta({
          description: 'Rows with these outcomes are not run.',
          example: ['duplicate'],
        }),
      shared: z
        .boolean()
        .optional()
        .meta({ description: 'Whether the whole organization sees it.', example: true }),
    },
    variables: ({ columns, choices, ...rest }) => ({
      ...rest,
      ...(columns && {
        columns: Object.entries(columns).map(([column, field]) => ({ column, field })),
      }),
      ...(choices && {
        choices: choices.map(({ row, company_id }) => ({
          row,
          companyId: company_id === null ? null : String(company_id),
        })),
      }),
    }),
    errors: ['insufficient_access', 'job_not_found', 'job_status_conflict'],
  }),

  route('DeleteJob', 'DELETE /jobs/:job_id', {
    summary: 'Delete a job',
    description: `With its file and its results, at once. ${CHANGING}`,
    parameters: { job_id: JOB_ID },
    errors: ['insufficient_access', 'job_not_found'],
  }),

  route('ApproveJob', 'POST /jobs/:job_id/approve', {
    summary: 'Run a job that waits for an approval',
    description: CHANGING,
    parameters: {
      job_id: JOB_ID,
      max_credits: z.int32().min(0).optional().meta({
        description:
          'Most credits that it may charge in all, those of earlier approvals included. Free kinds charge none.',
        default: 0,
        example: 500,
      }),
    },
    isBodyOptional: true,
    errors: ['insufficient_access', 'job_not_found', 'job_status_conflict'],
  }),

  route('CancelJob', 'POST /jobs/:job_id/cancel', {
    summary: 'End a job',
    description: `Rows that were done keep their results, and \`stopped\` says at which row it ended. ${CHANGING}`,
    parameters: { job_id: JOB_ID },
    errors: ['insufficient_access', 'job_not_found', 'job_status_conflict'],
  }),

  route('RetryJob', 'POST /jobs/:job_id/retry', {
    summary: 'Continue a job that failed',
    description: `It goes on at the row at which it stopped. After a broken upload, send the file again instead. ${CHANGING}`,
    parameters: { job_id: JOB_ID },
    errors: ['insufficient_access', 'job_not_found', 'job_status_conflict'],
  }),

  route('GetJobRows', 'GET /jobs/:job_id/rows', {
    summary: 'Get the rows of a job',
    description:
      'In the order of the file, with what they were matched to. Rows that are not matched yet are missing.',
    parameters: {
      job_id: JOB_ID,
      verdict: word(VERDICTS).optional().meta({
        description: 'Only rows with this outcome. `matched` includes duplicates.',
        example: 'unmatched',
      }),
    },
    errors: ['job_not_found'],
  }),

  route('DownloadJobResult', 'GET /jobs/:job_id/result', {
    summary: 'Download the results of a job',
    description:
      'One row for each row that was sent: your columns in their order, then those of the service, which begin with `cd_`. In CSV, a cell that a spreadsheet would run as a formula gets a leading apostrophe. Phone numbers and signed numbers of yours stay as they are. NDJSON has an object with `row`, `input` and the columns of the service. In Parquet, your columns are texts, and those of the service have types. Possible while nobody works on the rows, and for 30 days after the end.',
    parameters: {
      job_id: JOB_ID,
      format: fileFormat(
        'Format of the file. An export has the format that was chosen for it unless another one is sent.',
      ),
    },
    headers: {
      'Content-Disposition': ({ job }, { job_id, format }) =>
        attachment(`job-${job_id}.${toEnumValue(format ?? job.resultFormat)}`),
    },
    file: {
      types: [MEDIA_TYPES.csv, MEDIA_TYPES.ndjson, MEDIA_TYPES.parquet],
      typeOf: ({ format }, { job }) => MEDIA_TYPES[toEnumValue(format ?? job.resultFormat)],
      open:
        (_data, { job_id, format }) =>
        ({ services, principal }) =>
          services.jobs.openResult(principal, Number(job_id), format ? toEnumValue(format) : undefined),
    },
    example: EXAMPLES.JobResult,
    errors: ['job_not_found', 'job_status_conflict', 'list_not_found', 'export_expired'],
  }),
];
