import { Stack, Table, Title } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { patiently } from '../../../api/load-code.ts';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import { changesText } from '../../../text/list-changes.ts';
import { Lines } from '../../../ui/loaded.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import type { Materialization } from './comparison.tsx';

const Chart = lazy(patiently(() => import('./size-chart.tsx')));

const text = changesText.size;

/** Size of the list over its materializations, as a line and as a table. @param all the newest first; two or more. */
export function SizeOverTime({ all }: { all: readonly Materialization[] }) {
  const sizes = useMemo(() => all.toReversed(), [all]);
  const totals = sizes.map(({ counts }) => counts.total);
  const label = text.chart(
    formatNumber(totals[0] ?? 0),
    formatNumber(totals.at(-1) ?? 0),
    formatNumber(totals.length),
  );
  return (
    <Stack gap="xs">
      <Title order={2}>{text.title}</Title>
      <div role="img" aria-label={label}>
        <Suspense fallback={<Lines count={6} />}>
          <Chart sizes={sizes} />
        </Suspense>
      </div>
      <details>
        <summary>{text.asTable}</summary>
        <TableRegion label={text.title} columns={[text.when, text.members, text.version]} minWidth={320}>
          {all.map(({ materializationId, materializedAt, counts, definitionVersion }) => (
            <Table.Tr key={materializationId}>
              <Table.Td>{formatMoment(materializedAt)}</Table.Td>
              <Table.Td>{formatNumber(counts.total)}</Table.Td>
              <Table.Td>{formatNumber(definitionVersion)}</Table.Td>
            </Table.Tr>
          ))}
        </TableRegion>
      </details>
    </Stack>
  );
}
