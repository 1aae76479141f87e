import { Text } from '@mantine/core';
import { use, useMemo } from 'react';
import { isOwn, ownValuesOf, ownValueText } from '../../../filter/catalogue.ts';
import type { Condition } from '../../../filter/definition.ts';
import { evidenceOf, type Sighting, shortReasons, sightingsOf } from '../../../filter/reasons.ts';
import type { Labels } from '../../../filter/sentence.ts';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { countryName, formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { HoverNote } from '../../../ui/hover-note.tsx';
import type { OwnField } from '../../../ui/own-fields.tsx';
import { tierColor } from '../../../ui/tier.tsx';
import { RowIsReachable } from '../../../ui/virtual-row.tsx';
import classes from './members.module.css';
import { OwnCell } from './own-cell.tsx';

export interface MemberColumn extends Column<MemberRowFragment> {
  /** Cell in a file of the rows; empty if nothing is known. */
  text: (member: MemberRowFragment) => string | number;
}

/** Returns all columns, by the keys that views of the service have: facts in the usual order, then own fields. */
export function useMemberColumns(labels: Labels | undefined, own: readonly OwnField[]) {
  return useMemo(() => [...builtIn(labels), ...own.map(ownColumn)], [labels, own]);
}

const SOURCES = { DEFINITION: 'Filter', ADDED: 'By hand' } as const;
const SOURCE_MEANING = {
  DEFINITION: 'The filter matches this company.',
  ADDED: 'One of its domains was added by hand.',
} as const;

/** How columns take room, and what they are on a card, by their keys. */
const LAYOUTS: Readonly<Record<string, Partial<MemberColumn>>> = {
  name: { width: 170, grow: 2, sort: true },
  primary_domain: { width: 150, grow: 1.4, card: 'line' },
  tier: { width: 104, grow: 0, card: 'first', sort: true },
  source: { width: 84, grow: 0, isMinor: true },
  technology: { width: 190, grow: 2.4, card: 'line' },
  partnership_count: { width: 92, grow: 0, isNumber: true, isMinor: true, sort: true },
  technology_count: { width: 104, grow: 0, isNumber: true, isMinor: true, sort: true },
  country: { width: 110, grow: 0.8 },
  employee_range: { width: 104, grow: 0 },
  founded_year: { width: 88, grow: 0, isNumber: true, sort: true },
};

/** A column that shows its text unless it has a cell of its own. An unknown fact leaves its cell empty. */
const column = (
  key: string,
  title: string,
  text: MemberColumn['text'],
  cell: MemberColumn['cell'] = (member) => text(member) !== '' && <CellText text={String(text(member))} />,
): MemberColumn => ({ key, title, text, cell, ...LAYOUTS[key] });

const number = (key: string, title: string, of: (member: MemberRowFragment) => number) =>
  column(key, title, of, (member) => formatNumber(of(member)));

const builtIn = (labels: Labels | undefined): readonly MemberColumn[] => [
  column('name', 'Name', ({ company }) => company.name),
  column('primary_domain', 'Domain', ({ company }) => company.primaryDomain),
  column(
    'tier',
    'Tier',
    ({ tier }) => common.tiers[tier],
    ({ tier }) => (
      <span className={classes.tier} style={{ color: tierColor(tier) }} title={common.tierMeaning[tier]}>
        {common.tiers[tier]}
      </span>
    ),
  ),
  column(
    'source',
    'Source',
    ({ source }) => SOURCES[source],
    ({ source }) => <span title={SOURCE_MEANING[source]}>{SOURCES[source]}</span>,
  ),
  column(
    'technology',
    'Evidence',
    (member) => (labels ? evidenceText(member, labels) : ''),
    (member) => labels && <EvidenceCell member={member} labels={labels} />,
  ),
  number('partnership_count', 'Partners', ({ company }) => company.partnershipCount),
  number('technology_count', 'Technologies', ({ company }) => company.firmographics.technologyCount),
  column('country', 'Country', ({ company }) => nameOf(company.firmographics.country)),
  column('employee_range', 'Employees', ({ company }) => company.firmographics.employeeRange ?? ''),
  column('industry', 'Industry', ({ company }) => company.firmographics.industry ?? ''),
  column('founded_year', 'Founded', ({ company }) => company.firmographics.foundedYear ?? ''),
];

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

/** Dated evidence of a member; none if it was added by hand. */
const seenOf = ({ source, reasons }: MemberRowFragment, labels: Labels): readonly Sighting[] =>
  source === 'ADDED' ? [] : sightingsOf(reasons, labels);

/** Says in a line by what a member was matched, with the day of each sighting. */
function evidenceText(member: MemberRowFragment, labels: Labels): string {
  const seen = seenOf(member, labels).map(({ what, day }) => `${what} · ${day}`);
  if (seen.length > 0) return seen.join(', ');
  if (member.source === 'ADDED') return 'added by hand';
  return shortReasons(member.reasons, labels) || 'the filter as a whole';
}

/** What a member was matched by. The tier's window is a note on it. */
function EvidenceCell({ member, labels }: { member: MemberRowFragment; labels: Labels }) {
  const isReachable = use(RowIsReachable);
  const sightings = seenOf(member, labels);
  const label = visibleText(evidenceText(member, labels));
  if (sightings.length === 0) {
    return (
      <bdi className={classes.text} data-dimmed title={label}>
        {label}
      </bdi>
    );
  }
  return (
    <HoverNote
      label={label}
      className={classes.text}
      tabIndex={isReachable ? 0 : -1}
      note={() => <Windows sightings={sightings} asOf={labels.asOf} />}
    >
      {sightings.map(({ what, day }, index) => (
        // The order is that of the filter, which may name a value twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className={classes.sighting}>
          <bdi>{visibleText(what)}</bdi> · <span className={classes.day}>{day}</span>
        </span>
      ))}
    </HoverNote>
  );
}

function Windows({ sightings, asOf }: { sightings: readonly Sighting[]; asOf: string | undefined }) {
  return sightings.map(({ what, day, verdict }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <div key={index}>
      <bdi>{visibleText(what)}</bdi> · {day}
      <Text fz="xs" c="dimmed">
        {evidenceOf(verdict, asOf)?.meaning}
      </Text>
    </div>
  ));
}
