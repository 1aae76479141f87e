import { z } from 'zod';
import type { Pool } from '../../database/client.ts';
import { unguard } from '../../lib/formula-guard.ts';
import type { Declaration } from '../fields/declarations.ts';
import { NUMBER_FORMATS } from '../fields/own-field.ts';
import { readStated } from '../fields/read-value.ts';
import { settleWritten } from '../fields/settle-values.ts';
import { lockFields, type Stated, storeStated, UNKNOWN_FIELD, type Written } from '../fields/values.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { inColumn } from './columns.ts';
import {
  addReports,
  type Cell,
  type InputRow,
  isOwnFieldKey,
  type JobColumn,
  type RowValues,
} from './job.ts';
import type { KindRun, RunRow } from './run-chunk.ts';

/** Reasons that a row shows. */
const MAX_REASONS = 5;

/** Columns that have a field of the organization. */
interface OwnPlace {
  key: string;
  /** Of several columns of a field, the first one that is filled counts. */
  columns: readonly JobColumn[];
}

/** What a row states of a field, or why it cannot be stored. */
type StatedCell = { key: string } & (Stated | { reason: string });

/** Creates the kind that writes values of a file into fields of the organization (contract, sections 14 and 20). */
export function createSetFields(pool: Pool, quotas: Quotas): KindRun {
  return {
    prepare: async (_db, { columns }, rows) => {
      const places = placesOf(columns);
      return async (client, { organizationId }) => {
        const fields = await lockFields(client, organizationId);
        const cells = rows.map((row) => readCells(row, places, fields));
        const stated = cells.flatMap((row) => (row ?? []).filter((cell) => 'field' in cell));
        const written = (await storeStated(client, quotas, organizationId, stated)).values();
        const values = cells.map((row) => {
          const outcomes = row?.map((cell): [key: string, Written] => [
            cell.key,
            'field' in cell ? (written.next().value ?? 'unchanged') : cell,
          ]);
          return outcomes && valuesOf(outcomes);
        });
        const reports = values.flatMap((each) => each?.counts ?? []);
        return {
          values: values.map((each) =>
            each ? { ...each.counts, invalid_because: each.invalid_because } : {},
          ),
          report: addReports([NOTHING, ...reports]),
        };
      };
    },
    // An import may have merged or deleted companies while their values were written.
    settle: ({ organizationId }, rows) =>
      settleWritten(
        pool,
        organizationId,
        rows.flatMap(({ company }) => company?.companyId ?? []),
      ),
  };
}

const NOTHING = { set: 0, cleared: 0, unchanged: 0, invalid: 0 };

/** Reads what a row states of its company. @returns undefined without a company; a blank cell states nothing */
function readCells(
  { input, company }: RunRow,
  places: readonly OwnPlace[],
  fields: ReadonlyMap<string, Declaration>,
): StatedCell[] | undefined {
  if (company === null) return undefined;
  const { companyId } = company;
  return places.flatMap(({ key, columns }): StatedCell[] => {
    const [column, cell] = firstFilled(input, columns) ?? [];
    if (column === undefined) return [];
    const field = fields.get(key);
    if (field === undefined) return [{ key, reason: UNKNOWN_FIELD }];
    const read = readCell(field, column, cell);
    if (read === undefined) return [];
    return [{ key, ...('reason' in read ? read : { companyId, field, value: read.value }) }];
  });
}

/** Reads a cell. A number is refused where its format is not known and both formats read it differently. */
function readCell(declared: Declaration, column: JobColumn, cell: Cell) {
  const field = inColumn(declared, column);
  if (field.type !== 'number' || field.numberFormat) return readStated(field, cell);
  const [point, comma] = NUMBER_FORMATS.map((numberFormat) => readStated({ ...field, numberFormat }, cell));
  const values = [point, comma].flatMap((read) => (read && 'value' in read ? [read.value] : []));
  if (values.length < 2 || values[0] === values[1]) return point;
  return { reason: `may be ${values.join(' or ')}: "${cell}". Declare number_format for the field` };
}

function placesOf(columns: readonly JobColumn[]): OwnPlace[] {
  const places = new Map<string, JobColumn[]>();
  for (const column of columns)
    if (isOwnFieldKey(column.field)) places.set(column.field, [...(places.get(column.field) ?? []), column]);
  return [...places].map(([key, columns]) => ({ key, columns }));
}

/** Returns a cell as it is read: without its guard against formulas. Null, which only JSON has, is filled. */
function firstFilled(
  input: InputRow,
  columns: readonly JobColumn[],
): [column: JobColumn, cell: Cell] | undefined {
  if ('fault' in input) return undefined;
  for (const column of columns) {
    const cell = input[column.index];
    if (typeof cell !== 'string') {
      if (cell !== undefined) return [column, cell];
    } else if (cell.trim() !== '') return [column, unguard(cell.trim())];
  }
  return undefined;
}

/** Says what became of the values of a row: `org.score must be a number such as 1,200.50, not "n/a"`. */
function valuesOf(outcomes: readonly (readonly [key: string, Written])[]) {
  const counts = { ...NOTHING };
  const reasons: string[] = [];
  for (const [key, outcome] of outcomes) {
    counts[typeof outcome === 'string' ? outcome : 'invalid'] += 1;
    if (typeof outcome !== 'string') reasons.push(`${key} ${outcome.reason}`);
  }
  const more = reasons.length - MAX_REASONS;
  if (more > 0) reasons.splice(MAX_REASONS, more, `and ${more} more`);
  return { counts, invalid_because: reasons.length === 0 ? null : reasons.join('; ') };
}

const FIELD_VALUES = z.object({
  set: z.int(),
  cleared: z.int(),
  unchanged: z.int(),
  invalid: z.int(),
  invalid_because: z.string().nullable(),
});
export type FieldValues = z.infer<typeof FIELD_VALUES>;

/** Returns what became of the values of a row; null for rows of other kinds and without a company. */
export function fieldValuesOf(values: RowValues | undefined): FieldValues | null {
  return FIELD_VALUES.safeParse(values).data ?? null;
}
