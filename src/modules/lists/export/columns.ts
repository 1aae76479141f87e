import pg from 'pg';
import { GUARD_PATTERN } from '../../../lib/formula-guard.ts';
import type { ParquetColumn } from '../../../lib/parquet/parquet-column.ts';
import type { OwnFieldType, ValueShape } from '../../fields/own-field.ts';
import type { Tier } from '../members/snapshot.ts';

/** An own field whose values are a column. */
export interface OwnColumn extends ValueShape {
  id: number;
  key: string;
}

/** Members of one tier, for whom SQL is built. Their companies are `c`, their own values `own`. */
interface Part {
  tier: Tier;
  /** Members that were added by hand. */
  added: { join(separator: string): string };
  /** SQL condition that the organization may read the partners of a company. */
  seesPartners: string;
}

/** A column of a file of members. */
export interface MemberColumn {
  key: string;
  /** SQL of the cell in CSV, which begins no formula. */
  cell: (part: Part) => string;
  /** SQL of the value, which becomes JSON. */
  value: (part: Part) => string;
  type: Pick<ParquetColumn, 'type' | 'isList'>;
  /** Id of the own field; undefined for a built-in column. */
  ownId?: number;
}

const TEXT = { type: 'text' } as const;
const TEXTS = { type: 'text', isList: true } as const;
const INTEGER = { type: 'integer' } as const;

/** Characters that a cell of a spreadsheet holds. */
const CELL_CHARACTERS = 32_767;
/** Between the values of a list, as files of companies have them. */
const LIST_SEPARATOR = ';';

const plain = (key: string, sql: string, type: MemberColumn['type']): MemberColumn => ({
  key,
  cell: () => sql,
  value: () => sql,
  type,
});
const text = (key: string): MemberColumn => ({
  ...plain(key, `c.${key}`, TEXT),
  cell: () => csvCell(`c.${key}`),
});

/** A list as a cell has as many values as fit. */
const list = (key: string, arrayOf: MemberColumn['value']): MemberColumn => ({
  key,
  cell: (part) => `(SELECT ${csvCell('joined.list')} FROM (
        SELECT string_agg(v, '${LIST_SEPARATOR}' ORDER BY n) AS list FROM (
          SELECT v, n, sum(length(v) + 1) OVER (ORDER BY n) AS upto FROM unnest(${arrayOf(part)}) WITH ORDINALITY l (v, n)) l
        WHERE upto <= ${CELL_CHARACTERS + 1}) joined)`,
  value: arrayOf,
  type: TEXTS,
});

const DOMAINS = 'd.is_primary DESC, d.position, d.domain';

/** Columns of every export, in their order (contract, section 6). */
export const BUILT_IN: readonly MemberColumn[] = [
  plain('company_id', 'c.id', INTEGER),
  text('name'),
  text('slug'),
  text('primary_domain'),
  {
    key: 'tier',
    cell: ({ tier }) => pg.escapeLiteral(tier),
    value: ({ tier }) => `${pg.escapeLiteral(tier)}::text`,
    type: TEXT,
  },
  { key: 'source', cell: sourceOf, value: sourceOf, type: TEXT },
  plain('partnership_count', 'c.partnership_count', INTEGER),
  text('industry'),
  plain('employee_range', 'c.employee_range', TEXT),
  plain('country', 'c.country', TEXT),
  plain('founded_year', 'c.founded_year', INTEGER),
  {
    key: 'domains',
    cell: () => `CASE WHEN c.domain_count = 1 THEN ${csvCell('c.primary_domain')} ELSE (
        SELECT ${csvCell('listed.domains')} FROM (
          SELECT string_agg(d.domain, ' ' ORDER BY ${DOMAINS}) AS domains
          FROM company_domain d WHERE d.company_id = c.id) listed) END`,
    value: () => `ARRAY(SELECT d.domain FROM company_domain d WHERE d.company_id = c.id ORDER BY ${DOMAINS})`,
    type: TEXTS,
  },
];

/** Columns that files of jobs have if they are chosen. Both lists have the order of pages (catalogue/edge-queries.ts). */
const FURTHER: readonly MemberColumn[] = [
  list(
    'technologies',
    () => `ARRAY(
          SELECT t.tech_key FROM company_technology ct
          CROSS JOIN LATERAL (SELECT * FROM technology WHERE id = ct.technology_id OFFSET 0) t
          WHERE ct.company_id = c.id ORDER BY ct.detection_count DESC, t.tech_key COLLATE "C")`,
  ),
  list(
    'partners',
    ({ seesPartners }) => `CASE WHEN ${seesPartners} THEN ARRAY(
          SELECT partner.primary_domain FROM partnership p JOIN company partner ON partner.id = p.partner_id
          WHERE p.company_id = c.id ORDER BY p.last_observed_at DESC, partner.slug COLLATE "C") END`,
  ),
];

/** Columns that a job can choose beside own fields, by their keys. */
export const CHOOSABLE: ReadonlyMap<string, MemberColumn> = new Map(
  [...BUILT_IN, ...FURTHER].map((column) => [column.key, column]),
);

/**
 * Returns the columns of a file. Built-in ones come first, unless some of them are chosen: then the file has the chosen columns alone.
 */
export function arrange(chosen: readonly MemberColumn[]): readonly MemberColumn[] {
  return chosen.some((column) => BUILT_IN.includes(column)) ? chosen : [...BUILT_IN, ...chosen];
}

function sourceOf({ added }: Part): string {
  return `CASE WHEN c.id = ANY (${arrayOf(added)}) THEN 'added' ELSE 'definition' END`;
}

const OWN_TYPES: Readonly<Record<OwnFieldType, ParquetColumn['type']>> = {
  category: 'text',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  text: 'text',
  url: 'text',
};

/** Makes the column of an own field. Numbers, days and booleans begin no formula. */
export function ownColumn({ id, key, type, multiple }: OwnColumn): MemberColumn {
  const value = `(own ->> '${id}')`;
  const typed = { type: OWN_TYPES[type], isList: multiple };
  const column = { ...plain(key, value, typed), value: () => `(own -> '${id}')`, ownId: id };
  if (OWN_TYPES[type] !== 'text') return column;
  const values = `(SELECT string_agg(v, '${LIST_SEPARATOR}' ORDER BY n)
        FROM jsonb_array_elements_text(own -> '${id}') WITH ORDINALITY AS l (v, n))`;
  const joined = `(SELECT ${csvCell('joined.list')} FROM (SELECT ${values} AS list) joined)`;
  return { ...column, cell: () => (multiple ? joined : csvCell(value)) };
}

/** Returns SQL of an array of ids. */
export function arrayOf(ids: Part['added']): string {
  return `'{${ids.join(',')}}'::int[]`;
}

const GUARDED = pg.escapeLiteral(GUARD_PATTERN);
/** Code points from A to z, with which nearly all texts start. The pattern would take a fifth of the time of an export. */
const HARMLESS = [65, 122];
/** The backslash is among them, and begins `\N`. */
const BACKSLASH = 92;

/** Returns SQL for `guard` of a text (docs/api/lists.md). */
export function csvCell(value: string): string {
  return `CASE WHEN ascii(${value}) BETWEEN ${HARMLESS.join(' AND ')} AND ascii(${value}) <> ${BACKSLASH} THEN ${value}
    WHEN ${value} ~ ${GUARDED} THEN '''' || ${value} ELSE ${value} END`;
}
