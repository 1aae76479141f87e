import { lazy, Suspense, useMemo } from 'react';
import { patiently } from '../../../api/load-code.ts';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import { column, DataTable, numberColumn } from '../../../ui/data-table.tsx';
import { Lines } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Materialization } from './comparison.tsx';

const Chart = lazy(patiently(() => import('../../../ui/time-chart.tsx')));

/** Size of the list over its materializations, as a line and as a table. @param all the newest first; two or more. */
export function SizeOverTime({ all }: { all: readonly Materialization[] }) {
  const totals = all.map(({ counts }) => counts.total).toReversed();
  const line = useMemo(() => {
    // A line has one size at a time: the last one.
    const sizeAt = new Map(
      all.toReversed().map(({ materializedAt, counts }) => [Date.parse(materializedAt) / 1000, counts.total]),
    );
    const size = {
      values: [...sizeAt.values()],
      kind: 'steps',
      color: '--mantine-primary-color-filled',
    } as const;
    return { times: [...sizeAt.keys()], series: [size] };
  }, [all]);
  const label = `Members of the list, computed ${formatNumber(totals.length)} times: first ${formatNumber(totals[0] ?? 0)}, now ${formatNumber(totals.at(-1) ?? 0)}. The table below has the numbers.`;
  return (
    <Section title="Size over time">
      <div role="img" aria-label={label}>
        <Suspense fallback={<Lines count={6} />}>
          <Chart {...line} label="Companies" height={180} />
        </Suspense>
      </div>
      <details>
        <summary>As a table</summary>
        <DataTable
          label="Size over time"
          rows={all}
          idOf={({ materializationId }) => materializationId}
          columns={[
            column<Materialization>('Computed', ({ materializedAt }) => formatMoment(materializedAt)),
            numberColumn<Materialization>('members', 'Members', ({ counts }) => counts.total),
            column<Materialization>('Version of the filter', (each) => formatNumber(each.definitionVersion)),
          ]}
          isNarrow
        />
      </details>
    </Section>
  );
}
