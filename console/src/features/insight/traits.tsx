import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { RuleQuery } from '../../generated/graphql.ts';
import { formatShare, formatTimes } from '../../lib/format.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { type Column, column, DataTable, numberColumn } from '../../ui/data-table.tsx';
import { conditionOf, DraftLink } from '../../ui/draft-link.tsx';
import { useOwnFields } from '../../ui/own-fields.tsx';
import { Section } from '../../ui/section.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './insight.module.css';

const SHOWN = 12;
const NO_CONDITIONS: readonly [] = [];

type Trait = NonNullable<RuleQuery['suggestDefinitions']>['traits'][number];

/** Values that examples have in common, with the interval of how much more frequent they are. */
export function Traits({ traits }: { traits: readonly Trait[] }) {
  const labels = useFilterLabels(NO_CONDITIONS);
  const own = useOwnFields();
  const flags = new Set(own.filter(({ type }) => type === 'BOOLEAN').map(({ key }) => key));
  // All factors on one logarithmic axis.
  const ends = traits.flatMap(({ liftLow, liftHigh }) => [liftLow, liftHigh]);
  const [from, to] = [Math.min(1, ...ends), Math.max(2, ...ends)];
  const placeOf = (times: number) => Math.log(times / from) / Math.log(to / from);
  const conditionOn = ({ field, value }: Trait) =>
    flags.has(field) ? conditionOf(field, 'eq', [value === 'true']) : conditionOf(field, 'any_of', [value]);
  const columns: Column<Trait>[] = [
    column(
      'Value',
      (trait) => (
        <>
          <DraftLink root={conditionOn(trait)}>
            <UserText text={trait.label} />
          </DraftLink>
          <UserText text={labels?.field(trait.field) ?? trait.field} size="xs" c="dimmed" inherit={false} />
        </>
      ),
      { sort: ({ label }) => label },
    ),
    numberColumn('share', 'Customers', ({ share }) => share, formatShare),
    numberColumn('catalogue', 'Catalogue', ({ catalogueShare }) => catalogueShare, formatShare),
    numberColumn(
      'lift',
      'Factor',
      ({ lift }) => lift,
      (lift) => `${formatTimes(lift)} ×`,
    ),
    {
      key: 'interval',
      title: 'Interval',
      isNumber: true,
      cell: (trait) => <Interval {...{ trait, placeOf }} />,
      sort: ({ liftLow }) => liftLow,
    },
  ];
  return (
    <Section title="What is typical of them">
      <Text size="sm" c="dimmed">
        A value is typical if its factor is above 1 over the whole interval. The interval has a confidence of
        95 %: few examples say little.
      </Text>
      <DataTable
        label="Values that customers have in common"
        columns={columns}
        rows={traits}
        idOf={({ field, value }) => `${field} ${value}`}
        sort={{ column: 'interval', isDescending: true }}
        shown={SHOWN}
        empty={<Text>No value is shared by two of them.</Text>}
      />
    </Section>
  );
}

/** The interval as a line with the factor as a point; a hairline stands at 1. */
function Interval({ trait, placeOf }: { trait: Trait; placeOf: (times: number) => number }) {
  const { lift, liftLow, liftHigh } = trait;
  const places = { '--low': placeOf(liftLow), '--high': placeOf(liftHigh), '--lift': placeOf(lift) };
  return (
    <div className={classes.interval}>
      <span
        className={classes.axis}
        style={{ ...places, '--one': placeOf(1) } as CSSProperties}
        aria-hidden="true"
      />
      {formatTimes(liftLow)} to {formatTimes(liftHigh)}
    </div>
  );
}
