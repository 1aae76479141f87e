import { POINTS, pagePrice, priced } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPageById } from '../../graphql/connection.ts';
import { toEnumValue } from '../../graphql/enums.ts';
import { idText, toRowIdOf } from '../../graphql/ids.ts';
import {
  deletionPayload,
  mutation,
  mutationForAnyKey,
  payload,
  updateForAnyKey,
} from '../../graphql/mutation.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { MAX_JOB_CHOICES } from '../../lib/request-limits.ts';
import { toMaxCredits } from '../credits/billing.ts';
import { LIST_ID, memberTiers, toListId } from '../lists/types.ts';
import type { StoredJob } from './queries.ts';
import { rowFilters } from './row-types.ts';
import { jobKinds, jobStatuses, resultFormats } from './state-types.ts';
import { JobRef } from './types.ts';

const JOB_ID = { required: true, description: idText('Job') } as const;

/** Returns the number of the job that an argument names; 0, which no job has, for anything else. */
const toJobId = (id: string) => toRowIdOf('Job', id);

builder.queryFields((t) => ({
  job: t.field({
    type: JobRef,
    authScopes: { anyKey: true },
    description: 'A job that the caller sees. Any other job is the error JOB_NOT_FOUND. With any key.',
    args: { jobId: t.arg.id(JOB_ID) },
    resolve: (_root, { jobId }, { principal, services }) => services.jobs.get(principal, toJobId(jobId)),
  }),
  jobs: t.field({
    type: defineConnection('Job', 'a job', JobRef, { forwardsOnly: AFTER_AN_ID }),
    authScopes: { anyKey: true },
    price: pagePrice(STANDARD_PAGE),
    description: 'Jobs that the caller sees, newest first. With any key.',
    args: {
      ...pageArguments,
      status: t.arg({ type: jobStatuses.type, description: 'Only jobs in this state. Default: all.' }),
      kind: t.arg({ type: jobKinds.type, description: 'Only jobs of this kind. Default: all.' }),
    },
    resolve: (_root, args, { principal, services: { jobs } }) => {
      const filter = {
        status: args.status ? toEnumValue(args.status) : undefined,
        kind: args.kind ? toEnumValue(args.kind) : undefined,
      };
      return readPageById(args, {
        scope: ['jobs'],
        read: (page) => jobs.list(principal, filter, page),
        countAll: () => jobs.count(principal, filter),
        idOf: ({ jobId }) => jobId,
      });
    },
  }),
}));

const jobPayload = payload<{ job: StoredJob }>((t) => ({
  job: t.expose('job', { type: JobRef, description: 'The job after the change.' }),
}));

const JobColumnInput = builder.inputType('JobColumnInput', {
  description: 'How a column of the file is used.',
  fields: (t) => ({
    column: t.string({
      required: true,
      description: 'Name of the column, or its position in the file, counted from 0.',
    }),
    field: t.string({
      description:
        '`domain`, `url`, `email`, `name`, `country` or `ref`; in jobs that set fields also the key of a field of the organization, such as `org.score`. Null or left out: the column is only passed on.',
    }),
  }),
});

const JobChoiceInput = builder.inputType('JobChoiceInput', {
  description: 'Company that a row means, whatever the service has found.',
  fields: (t) => ({
    row: t.int({ required: true, description: 'Number of the row; rows begin at 1.' }),
    companyId: t.id({
      description: `${idText('Company')} Null or left out: the row means no company.`,
    }),
  }),
});

updateForAnyKey('updateJob', {
  description:
    'Changes how the rows of a job are matched, or shares it. Unless only `shared` changes, the rows are matched again. Its creator and admins may do this, until the job runs; with a free kind, also when it is done. Otherwise the error is JOB_STATUS_CONFLICT.',
  takes: 'Job, and the fields to change.',
  clears: [],
  input: (t) => ({
    jobId: t.id(JOB_ID),
    columns: t.field({
      type: [JobColumnInput],
      description: 'Columns to use in another way. Others stay as they are.',
    }),
    minConfidence: t.float({
      description: 'Confidence from which on a row counts as matched, from 0 to 1.',
    }),
    choices: t.field({
      type: [JobChoiceInput],
      description: `Companies of single rows: at most ${MAX_JOB_CHOICES}. They replace earlier choices.`,
    }),
    leaveOut: t.field({
      type: [rowFilters.type],
      description: 'Rows with these outcomes are not run.',
    }),
    shared: t.boolean({ description: 'Whether the whole organization sees the job.' }),
  }),
  payload: jobPayload,
  resolve: async (input, { principal, services }) => {
    const { jobId, columns, choices, leaveOut, ...rest } = input;
    const changes = {
      ...rest,
      columns: columns?.map(({ column, field }) => ({ column, field: field ?? null })),
      choices: choices?.map(({ row, companyId }) => ({
        row,
        companyId: companyId == null ? null : toRowIdOf('Company', companyId),
      })),
      leaveOut: leaveOut?.map(toEnumValue),
    };
    return { job: await services.jobs.update(principal, toJobId(jobId), changes) };
  },
});

mutation('createExportJob', {
  description:
    'Exports a list as a file. The job charges for all members at once, as `exportList` does, and without an approval. What either has paid for is free in the other. If the credits do not suffice, nothing is charged, and the job waits for `approveJob`. Needs access as viewer.',
  price: priced(POINTS.export),
  extensions: { costClass: 'export' },
  takes: 'List, and what the file has.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    tier: t.field({
      type: memberTiers.type,
      description: 'Exports and charges only the members of this tier. Default: all members.',
    }),
    sinceMaterializationId: t.id({
      description: `${idText('Materialization')} Exports and charges only the members that have entered since.`,
    }),
    format: t.field({ type: resultFormats.type, defaultValue: 'CSV', description: 'Format of the file.' }),
    fields: t.stringList({
      description:
        'Columns: keys of built-in columns, `technologies`, `partners`, and keys of own fields. Without a built-in one among them, all built-in columns come first. Default: these alone.',
    }),
    maxCredits: t.int({ description: 'Most credits that the job may charge. Default: no limit.' }),
    shared: t.boolean({
      defaultValue: false,
      description:
        'Whether the whole organization sees the job. Only those who can see its list can download the file.',
    }),
  }),
  payload: jobPayload,
  resolve: async (input, { user, services }) => {
    const { listId, tier, sinceMaterializationId: since, format, fields, maxCredits, shared } = input;
    const request = {
      listId: toListId(listId),
      tier: tier ? toEnumValue(tier) : undefined,
      since: since == null ? undefined : toRowIdOf('Materialization', since),
      format: toEnumValue(format ?? 'CSV'),
      fields: fields ?? null,
      maxCredits: toMaxCredits(maxCredits) ?? null,
      isShared: shared ?? false,
    };
    return { job: await services.jobs.createExport(user, request) };
  },
});

mutationForAnyKey('approveJob', {
  description:
    'Runs a job that waits for an approval: from its first row, or from the row at which it stopped. Its creator and admins may do this. A job in another state is the error JOB_STATUS_CONFLICT.',
  takes: 'Job to run, and the most that it may charge.',
  input: (t) => ({
    jobId: t.id(JOB_ID),
    maxCredits: t.int({
      defaultValue: 0,
      description:
        'Most credits that the job may charge in all, those of earlier approvals included. Free kinds charge none.',
    }),
  }),
  payload: jobPayload,
  resolve: async ({ jobId, maxCredits }, { principal, services }) => ({
    job: await services.jobs.approve(principal, toJobId(jobId), maxCredits ?? 0),
  }),
});

mutationForAnyKey('cancelJob', {
  description:
    'Ends a job. Rows that were done keep their results, and `stopped` says at which row it ended. Its creator and admins may do this. A job that has ended is the error JOB_STATUS_CONFLICT.',
  takes: 'Job to end.',
  input: (t) => ({ jobId: t.id(JOB_ID) }),
  payload: jobPayload,
  resolve: async ({ jobId }, { principal, services }) => ({
    job: await services.jobs.cancel(principal, toJobId(jobId)),
  }),
});

mutationForAnyKey('retryJob', {
  description:
    'Continues a job that failed after its upload, at the row at which it stopped. Its creator and admins may do this. A job in another state, or with an incomplete file, is the error JOB_STATUS_CONFLICT.',
  takes: 'Job that failed.',
  input: (t) => ({ jobId: t.id(JOB_ID) }),
  payload: jobPayload,
  resolve: async ({ jobId }, { principal, services }) => ({
    job: await services.jobs.retry(principal, toJobId(jobId)),
  }),
});

mutationForAnyKey('deleteJob', {
  description: 'Deletes a job with its file and its results, at once. Its creator and admins may do this.',
  takes: 'Job to delete.',
  input: (t) => ({ jobId: t.id(JOB_ID) }),
  payload: deletionPayload('Job'),
  resolve: async ({ jobId }, { principal, services }) => {
    const deletedId = toJobId(jobId);
    await services.jobs.delete(principal, deletedId);
    return { deletedId };
  },
});
