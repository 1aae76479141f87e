import { FREE } from '../../graphql/analysis/prices.ts';
import { innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { CompanyRef } from '../catalogue/types.ts';
import type { MatchCandidate } from '../match/conflict.ts';
import { type ListOutcome, listOutcomeOf } from './add-to-list.ts';
import type { ShownRow } from './chunks.ts';
import { type FreeReason, receiptOf } from './enrich.ts';
import {
  type Cell,
  type JobMatchedBy,
  type RowFilter,
  type RowResult,
  type RowValues,
  shownOutcome,
  type Verdict,
} from './job.ts';
import type { StoredJob } from './queries.ts';
import { cellAt } from './results.ts';
import { type FieldValues, fieldValuesOf } from './set-fields.ts';

const VERDICT_TEXTS = {
  matched: 'A company was found with enough confidence, or a caller chose it.',
  unmatched: 'No company was found with enough confidence.',
  invalid: 'The row cannot be read, or has no value that identifies a company.',
} as const satisfies Record<Verdict, string>;

const verdicts = defineEnum<Verdict>('JobRowVerdict', {
  description: 'Outcome of matching a row.',
  values: VERDICT_TEXTS,
});

export const rowFilters = defineEnum<RowFilter>('JobRowFilter', {
  description: 'Outcome by which rows are selected.',
  values: {
    ...VERDICT_TEXTS,
    duplicate: 'The row is matched to the company of an earlier row. Matched rows include these.',
  },
});

const matchedBys = defineEnum<JobMatchedBy>('JobMatchedBy', {
  description: 'What led to the company of a row.',
  values: {
    domain: 'A domain or URL of the row is a domain of the company.',
    former_domain: 'A domain or URL of the row is a former domain of the company.',
    email_domain: 'An e-mail address of the row is at a domain of the company.',
    exact_name: 'The names are equal, apart from their spelling.',
    similar_name: 'The names are similar.',
    choice: 'A caller chose the company.',
  },
});

const JobCandidateRef = innerType<MatchCandidate>('JobCandidate', {
  description: 'Another company that a row may mean.',
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company.' }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'The company; null if it has left the catalogue.',
      resolve: ({ companyId }, _args, { loaders }) => loaders.company.load(companyId),
    }),
    confidence: t.exposeFloat('confidence', { description: 'Confidence in the company, from 0 to 1.' }),
    matchedBy: t.field(
      matchedBys.field('What led to the company.', ({ matchedBy }: MatchCandidate) => matchedBy),
    ),
  }),
});

const freeReasons = defineEnum<FreeReason>('JobRowFreeReason', {
  description: 'Why a row of an enrichment cost nothing.',
  values: {
    in_window: 'The organization had unlocked the company in the last 30 days.',
    no_match: 'The row has no company, or the company has left the catalogue.',
    no_partnerships: 'The company has no partners, and the installation bills only those with partners.',
    duplicate: 'An earlier row of the job has the company.',
    invalid: 'The row cannot be read, or has no value that identifies a company.',
  },
});

const listOutcomes = defineEnum<ListOutcome>('JobListOutcome', {
  description: 'What became of the company of a row in the list of its job.',
  values: { added: 'The job added it.', already: 'The list had it already.' },
});

/** Numbers of values of a row, and why some are invalid. */
const JobRowValuesRef = innerType<FieldValues>('JobRowValues', {
  description: 'What became of the values that a row states of fields of the organization.',
  fields: (t) => ({
    set: t.exposeInt('set', { description: 'Number of values that were stored.' }),
    cleared: t.exposeInt('cleared', { description: 'Number of values that were cleared.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Number of values that were stored already.' }),
    invalid: t.exposeInt('invalid', { description: 'Number of values that could not be stored.' }),
    invalidBecause: t.exposeString('invalid_because', {
      nullable: true,
      description: 'Why, for the first five: `org.score must be a number such as 1,200.50, not "n/a"`.',
    }),
  }),
});

/** A row of a job as callers see it. */
interface JobRow extends RowResult {
  row: number;
  input: Readonly<Record<string, Cell>>;
  fault: string | null;
  /** What running it gave: values by the columns of the kind. Undefined until it counts. */
  values: RowValues | undefined;
}

/** Names the cells of a row by their columns. */
export function toShownRow(job: StoredJob, { row, input, result, outcome }: ShownRow): JobRow {
  const fault = 'fault' in input ? input.fault : null;
  const cells = job.columns.map(({ index, name }) => [name, cellAt(input, index)] as const);
  const values = shownOutcome(job, outcome ?? undefined)?.values;
  return { ...result, row, input: Object.fromEntries(cells), fault, values };
}

export const JobRowRef = innerType<JobRow>('JobRow', {
  description: 'A row of a file, and the company that it was matched to.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Number of the row; the first one after the header is 1.' }),
    input: t.expose('input', {
      type: 'JSON',
      description:
        'Cells of the row, by the names of the columns; an empty cell has no value. A row that cannot be read stands in the first one.',
    }),
    fault: t.exposeString('fault', {
      nullable: true,
      description: 'Why the row cannot be read; null if it can.',
    }),
    verdict: t.field(verdicts.field('Outcome of the row.', ({ verdict }: JobRow) => verdict)),
    duplicate: t.exposeBoolean('isDuplicate', {
      description: 'Whether an earlier row is matched to the same company.',
    }),
    companyId: t.exposeInt('companyId', {
      nullable: true,
      description: 'Numeric id of the company; null unless the row is matched.',
    }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'The company; null unless the row is matched, and if it has left the catalogue.',
      resolve: ({ companyId }, _args, { loaders }) =>
        companyId === null ? null : loaders.company.load(companyId),
    }),
    confidence: t.exposeFloat('confidence', {
      description: 'Confidence in the company, from 0 to 1. Without one, that of the best alternative, or 0.',
    }),
    matchedBy: t.field(
      matchedBys.nullableField(
        'What led to the company; null unless the row is matched.',
        ({ matchedBy }: JobRow) => matchedBy,
      ),
    ),
    partnershipCount: t.field({
      type: 'SafeInt',
      nullable: true,
      description:
        'Number of distinct partners of the company when the row was enriched; null before, without a company and in other kinds. The file of results has the partners.',
      resolve: ({ values }) => receiptOf(values)?.partnership_count ?? null,
    }),
    credits: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Credits that the row has cost, 0 or 1; null until it is enriched, and in other kinds.',
      resolve: ({ values }) => receiptOf(values)?.credits ?? null,
    }),
    freeBecause: t.field(
      freeReasons.nullableField(
        'Why it cost nothing; null if it cost a credit, and where `credits` is null.',
        ({ values }: JobRow) => receiptOf(values)?.free_because ?? null,
      ),
    ),
    entryId: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Numeric id of the ledger entry that charged for the row; null if it cost nothing.',
      resolve: ({ values }) => receiptOf(values)?.entry_id ?? null,
    }),
    list: t.field(
      listOutcomes.nullableField(
        'What became of the company in the list of the job; null until the job is done, and without a list.',
        ({ values }: JobRow) => listOutcomeOf(values),
      ),
    ),
    values: t.field({
      type: JobRowValuesRef,
      nullable: true,
      price: FREE,
      description:
        'What became of the values that the row states of fields; null until it has been run, and if the job sets no fields.',
      resolve: ({ values }) => fieldValuesOf(values),
    }),
    alternatives: t.field({
      type: [JobCandidateRef],
      price: FREE,
      description: 'Other companies that the row may mean, the most plausible first: at most 3.',
      resolve: ({ alternatives }) => alternatives,
    }),
  }),
});
