import { innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { memberTiers } from '../lists/types.ts';
import type { JobKind, JobReport, JobStatus, RowCounts, StoredExport } from './job.ts';
import type { ResultFormat } from './results.ts';

export const jobKinds = defineEnum<JobKind>('JobKind', {
  description: 'What a job does with the rows of a file. More kinds will be added.',
  values: {
    match: 'Finds the company of each row. Free.',
    enrich:
      'Finds the company of each row, and reads its partners. It costs one credit for each company that the organization has not unlocked in the last 30 days.',
    add_to_list:
      'Adds the companies of the rows to a list, once all rows are done. Free. Requires a personal key.',
    set_fields: 'Writes values of the rows into fields of the organization. Free.',
    export:
      'Makes a file of the members of a list, and charges for them at once. It has no rows. Requires a personal key.',
  },
});

export const jobStatuses = defineEnum<JobStatus>('JobStatus', {
  description: 'State of a job.',
  values: {
    receiving: 'The file is being uploaded.',
    matching: 'The service is matching rows to companies.',
    awaiting_approval: 'All rows are matched, and the job waits for `approveJob`.',
    running: 'The service is running the matched rows.',
    done: 'Every row has its result.',
    failed: 'An error ended the job: see `error`.',
    cancelled: 'A caller ended the job. Rows that were done keep their results.',
  },
});

export const JobCountsRef = innerType<RowCounts & { rows: number }>('JobCounts', {
  description: 'Numbers of rows by outcome. While a job is matching, they count the rows matched so far.',
  fields: (t) => ({
    rows: t.expose('rows', {
      type: 'SafeInt',
      description: 'Number of rows in the file.',
    }),
    matched: t.expose('matched', { type: 'SafeInt', description: 'Number of rows that have a company.' }),
    unmatched: t.expose('unmatched', {
      type: 'SafeInt',
      description: 'Number of rows for which no company was found with enough confidence.',
    }),
    invalid: t.expose('invalid', {
      type: 'SafeInt',
      description: 'Number of rows that cannot be read, or have no value that identifies a company.',
    }),
    duplicates: t.expose('duplicates', {
      type: 'SafeInt',
      description: 'Number of matched rows whose company an earlier row has.',
    }),
  }),
});

export const JobReportRef = innerType<JobReport>('JobReport', {
  description:
    'What a job did beside matching: numbers of values if it sets fields, numbers of companies if it adds to a list.',
  fields: (t) => ({
    set: t.int({
      nullable: true,
      description: 'Number of values that were stored; null if the job sets no fields.',
      resolve: (report) => report.set ?? null,
    }),
    cleared: t.int({
      nullable: true,
      description: 'Number of values that were cleared; null if the job sets no fields.',
      resolve: (report) => report.cleared ?? null,
    }),
    unchanged: t.int({
      nullable: true,
      description: 'Number of values that were stored already; null if the job sets no fields.',
      resolve: (report) => report.unchanged ?? null,
    }),
    invalid: t.int({
      nullable: true,
      description:
        'Number of values that could not be stored, for the reasons that their rows show; null if the job sets no fields.',
      resolve: (report) => report.invalid ?? null,
    }),
    added: t.int({
      nullable: true,
      description: 'Number of companies that the job added to its list; null if it adds to no list.',
      resolve: (report) => report.added ?? null,
    }),
    already: t.int({
      nullable: true,
      description: 'Number of companies that the list had already; null if it adds to no list.',
      resolve: (report) => report.already ?? null,
    }),
  }),
});

export const resultFormats = defineEnum<ResultFormat>('JobResultFormat', {
  description: 'Format of a file of results.',
  values: {
    csv: 'Comma-separated values in UTF-8, with a header.',
    ndjson: 'One JSON object a line.',
    parquet: 'Apache Parquet, compressed with Snappy.',
  },
});

export const JobExportRef = innerType<StoredExport>('JobExport', {
  description: 'What an export was asked for, and what it has paid for.',
  fields: (t) => ({
    tier: t.field(
      memberTiers.nullableField(
        'Tier of the members; null for all members.',
        ({ tier }: StoredExport) => tier,
      ),
    ),
    since: t.exposeInt('since', {
      nullable: true,
      description:
        'Numeric id of a materialization of the list: the export has the members that have entered since. Null for all members.',
    }),
    format: t.field(resultFormats.field('Format of the file.', ({ format }: StoredExport) => format)),
    fields: t.stringList({
      nullable: true,
      description: 'Keys of the columns that were chosen; null for those of every export.',
      resolve: ({ fields }) => (fields ? [...fields] : null),
    }),
    materializationId: t.int({
      nullable: true,
      description:
        'Numeric id of the materialization whose members the file has; null until they are paid for.',
      resolve: ({ paid }) => paid?.materialization_id ?? null,
    }),
    validUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'How long the file can be downloaded; null until the members are paid for.',
      resolve: ({ paid }) => (paid ? new Date(paid.valid_until) : null),
    }),
  }),
});
