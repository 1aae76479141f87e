import { createContextCache } from '@pothos/core';
import type { User } from '../../generated/prisma/client.ts';
import { FREE, pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, readPageById } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { defineEnum, toEnumValue } from '../../graphql/enums.ts';
import { defineNodes, inOrder, loadReference } from '../../graphql/nodes.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { MAX_JOB_CHOICES } from '../../lib/request-limits.ts';
import { UserRef } from '../access/types.ts';
import type { JobColumn } from './job.ts';
import type { Choice } from './job-changes.ts';
import type { JobStop, StoredError, StoredJob } from './queries.ts';
import { JobRowRef, rowFilters, toShownRow } from './row-types.ts';
import {
  countsOf,
  estimateOf,
  formatOf,
  hasResult,
  type JobEstimate,
  type JobProgress,
  type Jobs,
  progressOf,
} from './service.ts';
import {
  JobCountsRef,
  JobExportRef,
  JobReportRef,
  jobKinds,
  jobStatuses,
  resultFormats,
} from './state-types.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    jobs: Jobs;
  }
}

const stopReasons = defineEnum<JobStop['because']>('JobStopReason', {
  description: 'Why a job stopped before its last row.',
  values: {
    cancelled: 'A caller cancelled the job.',
    max_credits: 'The next row, or the export, would exceed what the job may charge.',
    insufficient_credits: 'The next row, or the export, would exceed the balance of the organization.',
    credit_limit_reached:
      'The next row, or the export, would exceed the monthly limit of the key that made the job.',
  },
});

const JobColumnRef = innerType<JobColumn>('JobColumn', {
  description: 'Column of the file of a job.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Position in the file, counted from 0.' }),
    name: t.exposeString('name', {
      description: 'Header of the column. A repeated one ends with `_2`; without a header it is `column_3`.',
    }),
    samples: t.exposeStringList('samples', { description: 'Up to three different values of the column.' }),
    field: t.exposeString('field', {
      nullable: true,
      description:
        'How rows are matched by the column: `domain`, `url`, `email`, `name`, `country`, or `ref` for a reference of yours. In jobs that set fields, also the key of a field of the organization, to which its values go. Null: the column is only passed on.',
    }),
    confidence: t.exposeFloat('confidence', {
      description: 'Confidence of the service in `field`, from 0 to 1; 1 if a caller has set it.',
    }),
    numberFormat: t.exposeString('numberFormat', {
      nullable: true,
      description:
        'How its first values write numbers: `1,200.50` or `1.200,50`. Numbers are read so where the field declares no format. Null: they do not show it.',
    }),
  }),
});

const JobEstimateRef = innerType<JobEstimate>('JobEstimate', {
  description: 'Price of a job, and the credits that are there to pay it.',
  fields: (t) => ({
    creditsRequired: t.expose('creditsRequired', {
      type: 'SafeInt',
      description: 'Credits that the job would charge now.',
    }),
    creditsHeld: t.expose('creditsHeld', {
      type: 'SafeInt',
      description:
        'Credits that other approved jobs of the organization may still charge. Nothing is reserved for them.',
    }),
    creditBalance: t.expose('creditBalance', {
      type: 'SafeInt',
      description: 'Current balance of the organization, in credits.',
    }),
    sufficient: t.exposeBoolean('sufficient', {
      description: 'Whether the balance covers the price after those jobs.',
    }),
  }),
});

const JobChoiceRef = innerType<Choice>('JobChoice', {
  description: 'Company that a caller chose for a row.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Number of the row; rows begin at 1.' }),
    companyId: t.exposeInt('companyId', {
      nullable: true,
      description: 'Numeric id of the company; null if the row means no company.',
    }),
  }),
});

const JobProgressRef = innerType<JobProgress>('JobProgress', {
  description: 'Progress of a job in its current state.',
  fields: (t) => ({
    done: t.exposeInt('done', { description: 'Number of rows that are done in this state.' }),
    of: t.exposeInt('of', { description: 'Number of rows in the file.' }),
    secondsLeft: t.exposeInt('secondsLeft', {
      nullable: true,
      description: 'Estimated time until this state ends, in seconds; null if it is unknown.',
    }),
  }),
});

const JobStopRef = innerType<JobStop>('JobStop', {
  description: 'Where and why a job stopped before its last row.',
  fields: (t) => ({
    atRow: t.exposeInt('at_row', {
      description: 'Number of the first row that is not done; rows begin at 1.',
    }),
    because: t.field(stopReasons.field('Why it stopped.', ({ because }: JobStop) => because)),
  }),
});

const JobErrorRef = innerType<StoredError>('JobError', {
  description: 'Why a job failed.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the error, as REST spells it.' }),
    message: t.exposeString('message', { description: 'What happened, and what to do.' }),
    atRow: t.exposeInt('at_row', {
      nullable: true,
      description: 'Number of rows that had arrived when the upload broke; null if the file is complete.',
    }),
  }),
});

/** PostgreSQL parses the chunks that have the rows of a page. */
const ROWS_POINTS = 200;
const ROWS_FORWARDS =
  'Pages are read forwards only, because each begins after a row; `offset` leads to the end.';

/** Credits of the caller's organization. A request reads them once. */
const creditsOf = createContextCache(({ principal, services }: Context) => services.jobs.credits(principal));

export const JobRef = builder.objectRef<StoredJob>('Job');

defineNodes<StoredJob>(JobRef, async (ids, { principal, services }) =>
  inOrder(ids, await services.jobs.findMany(principal, ids), ({ jobId }) => jobId),
);

builder.node(JobRef, {
  description:
    'A file of rows that somebody uploaded, and what the service does with them. Its creator and admins see it; once shared, the whole organization. All organization keys see the jobs of any of them. It is deleted 30 days after its end.',
  extensions: inheritsAccess,
  id: { resolve: ({ jobId }) => jobId, description: 'Global id of the job.' },
  isTypeOf: (value): value is StoredJob => typeof value === 'object' && value !== null && 'leaveOut' in value,
  fields: (t) => ({
    jobId: t.exposeInt('jobId', { description: 'Numeric id of the job.' }),
    kind: t.field(jobKinds.field('What it does.', ({ kind }: StoredJob) => kind)),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the file. Null if the caller has given none.',
    }),
    status: t.field(jobStatuses.field('Its state.', ({ status }: StoredJob) => status)),
    columns: t.field({
      type: [JobColumnRef],
      price: FREE,
      description: 'Columns of the file, in their order: at most 500.',
      resolve: ({ columns }) => columns,
    }),
    counts: t.field({
      type: JobCountsRef,
      price: FREE,
      description: 'Numbers of rows by outcome.',
      resolve: countsOf,
    }),
    estimate: t.field({
      type: JobEstimateRef,
      description: 'Its price.',
      resolve: async (job, _args, context) => estimateOf(job, await creditsOf(context)),
    }),
    progress: t.field({
      type: JobProgressRef,
      price: FREE,
      description: 'Progress in its current state.',
      resolve: progressOf,
    }),
    creditsCharged: t.expose('creditsCharged', {
      type: 'SafeInt',
      description: 'Credits that it has charged.',
    }),
    minConfidence: t.exposeFloat('minConfidence', {
      description: 'Confidence from which on a row counts as matched, from 0 to 1.',
    }),
    leaveOut: t.field({
      type: [rowFilters.type],
      description: 'Rows with these outcomes are not run.',
      resolve: ({ leaveOut }) => leaveOut.map((filter) => rowFilters.names[filter]),
    }),
    choices: t.field({
      type: [JobChoiceRef],
      description: `Companies that callers chose for single rows, at most ${MAX_JOB_CHOICES}. \`updateJob\` replaces them.`,
      resolve: ({ choices }) =>
        Object.entries(choices).map(([row, companyId]) => ({ row: Number(row), companyId })),
    }),
    listId: t.exposeInt('listId', {
      nullable: true,
      description:
        'Numeric id of the list that it fills or exports; null for other kinds, and once the list is deleted.',
    }),
    report: t.expose('report', {
      type: JobReportRef,
      nullable: true,
      price: FREE,
      description: 'What it did beside matching; null until then, and for other kinds.',
    }),
    shared: t.exposeBoolean('isShared', { description: 'Whether the whole organization sees it.' }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who made it; null if an organization key did.',
      resolve: ({ userId }, _args, context, info) =>
        userId === null ? null : (loadReference('User', userId, context, info) as Promise<User | null>),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the upload began.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was done, failed or was cancelled; null before.',
    }),
    stopped: t.expose('stopped', {
      type: JobStopRef,
      nullable: true,
      price: FREE,
      description: 'Where it stopped before its last row; null if it did not.',
    }),
    error: t.expose('error', {
      type: JobErrorRef,
      nullable: true,
      price: FREE,
      description: 'Why it failed; null if it did not.',
    }),
    resultFormat: t.field(
      resultFormats.field('Format of the results unless another one is asked for.', formatOf),
    ),
    export: t.expose('export', {
      type: JobExportRef,
      nullable: true,
      price: FREE,
      description: 'What an export was asked for, and what it has paid for; null for other kinds.',
    }),
    resultUrl: t.string({
      nullable: true,
      description:
        'Path of the file of results: one row for each row that was sent, or for each company of an export. Null while the service works on the rows. It requires a key that sees the job, and for an export one with access to its list.',
      args: {
        format: t.arg({
          type: resultFormats.type,
          description: 'Format of the file. Default: `resultFormat`.',
        }),
      },
      resolve: (job, { format }) =>
        hasResult(job)
          ? `/v1/jobs/${job.jobId}/result?format=${format ? toEnumValue(format) : formatOf(job)}`
          : null,
    }),
    rows: t.field({
      type: defineConnection('JobRow', 'a row', JobRowRef, { forwardsOnly: ROWS_FORWARDS }),
      price: pagePrice(STANDARD_PAGE, ROWS_POINTS),
      description: 'Rows that are matched, in the order of the file.',
      args: {
        ...pageArguments,
        verdict: t.arg({ type: rowFilters.type, description: 'Only rows with this outcome. Default: all.' }),
      },
      resolve: (job, args, { services: { jobs } }) => {
        const filter = args.verdict ? toEnumValue(args.verdict) : undefined;
        return readPageById(args, {
          scope: ['job rows', job.jobId, job.round],
          read: async (page) =>
            (await jobs.rows(job, { ...page, filter })).map((row) => toShownRow(job, row)),
          countAll: () => jobs.countRows(job, filter),
          idOf: ({ row }) => row,
        });
      },
    }),
  }),
});
