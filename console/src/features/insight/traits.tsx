import { Stack, Text, Title } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { RuleQuery } from '../../generated/graphql.ts';
import { formatShare, formatTimes } from '../../lib/format.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { insightText } from '../../text/insight.ts';
import { type Column, DataTable, numberColumn } from '../../ui/data-table.tsx';
import { conditionOf, DraftLink } from '../../ui/draft-link.tsx';
import { useOwnFields } from '../../ui/own-fields.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './insight.module.css';

const text = insightText.rule;
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
  const { columns: names } = text;
  const columns: Column<Trait>[] = [
    {
      key: 'trait',
      title: names.trait,
      cell: ({ field, value, label }) => (
        <>
          <DraftLink
            root={
              flags.has(field)
                ? conditionOf(field, 'eq', [value === 'true'])
                : conditionOf(field, 'any_of', [value])
            }
          >
            <UserText text={label} />
          </DraftLink>
          <UserText text={labels?.field(field) ?? field} size="xs" c="dimmed" inherit={false} />
        </>
      ),
      sort: ({ label }) => label,
    },
    numberColumn('share', names.share, ({ share }) => share, formatShare),
    numberColumn('catalogue', names.catalogue, ({ catalogueShare }) => catalogueShare, formatShare),
    numberColumn(
      'lift',
      names.lift,
      ({ lift }) => lift,
      (lift) => text.times(formatTimes(lift)),
    ),
    {
      key: 'interval',
      title: names.interval,
      isNumber: true,
      cell: (trait) => <Interval {...{ trait, placeOf }} />,
      sort: ({ liftLow }) => liftLow,
    },
  ];
  return (
    <Stack gap="xs" component="section" aria-labelledby="traits">
      <Title order={2} id="traits">
        {text.traits}
      </Title>
      <Text size="sm" c="dimmed">
        {text.traitsNote}
      </Text>
      <DataTable
        label={text.table}
        columns={columns}
        rows={traits}
        idOf={({ field, value }) => `${field} ${value}`}
        sort={{ column: 'interval', isDescending: true }}
        shown={SHOWN}
        empty={<Text>{text.noTraits}</Text>}
      />
    </Stack>
  );
}

/** The interval as a line with the factor as a point; a hairline stands at 1. */
function Interval({
  trait: { lift, liftLow, liftHigh },
  placeOf,
}: {
  trait: Trait;
  placeOf: (times: number) => number;
}) {
  const places = { '--low': placeOf(liftLow), '--high': placeOf(liftHigh), '--lift': placeOf(lift) };
  return (
    <div className={classes.interval}>
      <span
        className={classes.axis}
        style={{ ...places, '--one': placeOf(1) } as CSSProperties}
        aria-hidden="true"
      />
      {text.interval(formatTimes(liftLow), formatTimes(liftHigh))}
    </div>
  );
}
