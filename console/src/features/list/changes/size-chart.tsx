import { useMemo } from 'react';
import uPlot from 'uplot';
import { colorOf, numberAxis, TimeChart, timeAxis } from '../../../ui/time-chart.tsx';
import type { Materialization } from './comparison.tsx';

const HEIGHT = 180;
/** Whole numbers between lines of the grid. */
const STEPS = [1, 1e3, 1e6].flatMap((unit) =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500].map((each) => each * unit),
);

/** The size stays until the members are computed again. */
const steps = uPlot.paths.stepped?.({ align: 1 });

function options(): Omit<uPlot.Options, 'width'> {
  return {
    height: HEIGHT,
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [timeAxis(), numberAxis({ incrs: STEPS })],
    series: [
      {},
      {
        stroke: colorOf('--mantine-primary-color-filled'),
        fill: colorOf('--bar'),
        width: 2,
        ...(steps && { paths: steps }),
        points: { show: true, size: 5 },
      },
    ],
  };
}

/** Size of the list at each computation of its members, the oldest first. */
export default function SizeChart({ sizes }: { sizes: readonly Materialization[] }) {
  const data = useMemo<uPlot.AlignedData>(() => {
    // A line has one size at a time: the last one.
    const sizeAt = new Map(
      sizes.map(({ materializedAt, counts }) => [Date.parse(materializedAt) / 1000, counts.total]),
    );
    return [[...sizeAt.keys()], [...sizeAt.values()]];
  }, [sizes]);
  return <TimeChart data={data} optionsOf={options} />;
}
