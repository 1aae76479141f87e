import { useMemo } from 'react';
import uPlot from 'uplot';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import { changesText } from '../../../text/list-changes.ts';
import { axisOf, colorOf, TimeChart } from '../../../ui/time-chart.tsx';
import type { Materialization } from './comparison.tsx';

const HEIGHT = 180;
const text = changesText.size;

/** The size stays until the members are computed again. */
const steps = uPlot.paths.stepped?.({ align: 1 });

function options(): Omit<uPlot.Options, 'width'> {
  return {
    height: HEIGHT,
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [
      axisOf(),
      axisOf({
        size: 56,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500]
          .flatMap((each) => [each, each * 1e3, each * 1e6])
          .sort((a, b) => a - b),
        values: (_chart, ticks) => ticks.map(formatNumber),
      }),
    ],
    series: [
      {
        label: text.when,
        value: (_chart, seconds) =>
          seconds === null ? '' : formatMoment(new Date(seconds * 1000).toISOString()),
      },
      {
        label: text.members,
        stroke: colorOf('--mantine-primary-color-filled'),
        fill: colorOf('--bar'),
        width: 2,
        ...(steps && { paths: steps }),
        points: { show: true, size: 5 },
        value: (_chart, size) => (size === null ? '' : formatNumber(size)),
      },
    ],
  };
}

/** Size of the list at each computation of its members, the oldest first. */
export default function SizeChart({ sizes }: { sizes: readonly Materialization[] }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [
      sizes.map(({ materializedAt }) => Date.parse(materializedAt) / 1000),
      sizes.map(({ counts }) => counts.total),
    ],
    [sizes],
  );
  return <TimeChart data={data} optionsOf={options} />;
}
