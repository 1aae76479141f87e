import { useMemo } from 'react';
import { isOwn, ownValuesOf, ownValueText } from '../../../filter/catalogue.ts';
import type { Condition } from '../../../filter/definition.ts';
import type { Labels } from '../../../filter/sentence.ts';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { countryName, formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import type { Column } from '../../../ui/data-table.tsx';
import type { OwnField } from '../../../ui/own-fields.tsx';
import { tierColor } from '../../../ui/tier.tsx';
import { EvidenceCell, evidenceText } from './evidence-cell.tsx';
import classes from './members.module.css';
import { OwnCell } from './own-cell.tsx';

export interface MemberColumn extends Column<MemberRowFragment> {
  /** Cell in a file of the rows; empty if nothing is known. */
  text: (member: MemberRowFragment) => string | number;
}

/** Texts of the columns. */
const membersText = {
  columns: {
    name: 'Name',
    primary_domain: 'Domain',
    tier: 'Tier',
    source: 'Source',
    technology: 'Evidence',
    partnership_count: 'Partners',
    technology_count: 'Technologies',
    country: 'Country',
    employee_range: 'Employees',
    industry: 'Industry',
    founded_year: 'Founded',
  },
  sources: { DEFINITION: 'Filter', ADDED: 'By hand' },
  sourceMeaning: {
    DEFINITION: 'The filter matches this company.',
    ADDED: 'One of its domains was added by hand.',
  },
} as const;

const text = membersText.columns;
type Key = keyof typeof text;

/** Returns all columns, by the keys that views of the service have: facts in the usual order, then own fields. */
export function useMemberColumns(labels: Labels | undefined, own: readonly OwnField[]) {
  return useMemo(() => [...builtIn(labels), ...own.map(ownColumn)], [labels, own]);
}

const builtIn = (labels: Labels | undefined): readonly MemberColumn[] => [
  column('name', ({ company }) => company.name, { width: 170, grow: 2, sort: true }),
  column('primary_domain', ({ company }) => company.primaryDomain, { width: 150, grow: 1.4, card: 'line' }),
  column('tier', ({ tier }) => common.tiers[tier], {
    width: 104,
    grow: 0,
    card: 'first',
    sort: true,
    cell: ({ tier }) => (
      <span className={classes.tier} style={{ color: tierColor(tier) }} title={common.tierMeaning[tier]}>
        {common.tiers[tier]}
      </span>
    ),
  }),
  column('source', ({ source }) => membersText.sources[source], {
    width: 84,
    grow: 0,
    isMinor: true,
    cell: ({ source }) => (
      <span title={membersText.sourceMeaning[source]}>{membersText.sources[source]}</span>
    ),
  }),
  column('technology', (member) => (labels ? evidenceText(member, labels) : ''), {
    width: 190,
    grow: 2.4,
    card: 'line',
    cell: (member) => labels && <EvidenceCell member={member} labels={labels} />,
  }),
  number('partnership_count', ({ company }) => company.partnershipCount, 92),
  number('technology_count', ({ company }) => company.firmographics.technologyCount, 104),
  column('country', ({ company }) => nameOf(company.firmographics.country), { width: 110, grow: 0.8 }),
  column('employee_range', ({ company }) => company.firmographics.employeeRange ?? '', {
    width: 104,
    grow: 0,
  }),
  column('industry', ({ company }) => company.firmographics.industry ?? ''),
  column('founded_year', ({ company }) => company.firmographics.foundedYear ?? '', {
    width: 88,
    grow: 0,
    isNumber: true,
    sort: true,
  }),
];

/** A column that shows its text unless it has a cell of its own. An unknown fact leaves its cell empty. */
const column = (key: Key, of: MemberColumn['text'], options?: Partial<MemberColumn>): MemberColumn => ({
  key,
  title: text[key],
  text: of,
  cell: (member) => of(member) !== '' && <CellText text={String(of(member))} />,
  ...options,
});

const number = (key: Key, of: (member: MemberRowFragment) => number, width: number): MemberColumn =>
  column(key, of, {
    ...{ width, grow: 0, isNumber: true, isMinor: true, sort: true },
    cell: (member) => formatNumber(of(member)),
  });

const nameOf = (country: string | null | undefined): string => (country ? countryName(country) : '');

const ownColumn = (field: OwnField): MemberColumn => ({
  key: field.key,
  title: visibleText(field.label),
  isNumber: field.type === 'NUMBER',
  card: 'titled',
  ...(field.type !== 'TEXT' && field.type !== 'URL' && !field.multiple && { sort: true }),
  // Values as they are, so that spreadsheets compute with them.
  text: ({ company }) => {
    const value = ownValuesOf(company.fieldsByKey)[field.key] ?? '';
    return typeof value === 'number' ? value : ownValueText(value, String);
  },
  cell: (member) => <OwnCell {...{ member, field }} />,
});

/** Text of people or imports on one line of a cell. Plain elements: hundreds of cells render while one scrolls. */
function CellText({ text }: { text: string }) {
  const shown = visibleText(text);
  return (
    <bdi className={classes.text} title={shown}>
      {shown}
    </bdi>
  );
}

/** Founding year and source are asked for less often. */
const RARE: readonly string[] = ['founded_year', 'source'];

/** Returns the columns that tell members apart: a field with a single value in the filter is the same in each row. */
export function usualColumns(
  conditions: readonly Condition[],
  all: readonly MemberColumn[],
): readonly string[] {
  const named = conditions.map(({ field }) => field);
  const fixed = conditions
    .filter(({ operator, values }) => ['any_of', 'eq'].includes(operator) && values.length === 1)
    .map(({ field }) => field);
  const isFixed = (key: string) =>
    key !== 'technology' && fixed.includes(key) && named.filter((each) => each === key).length === 1;
  const isRare = (key: string) => RARE.includes(key) || isOwn(key);
  return all.map(({ key }) => key).filter((key) => (named.includes(key) || !isRare(key)) && !isFixed(key));
}

/** Returns the keys with one of them at the place of another; the first one stays. */
export function moved(keys: readonly string[], key: string, to: string): readonly string[] {
  const place = Math.max(1, keys.indexOf(to));
  return keys.filter((each) => each !== key).toSpliced(place, 0, key);
}
