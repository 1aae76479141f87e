import { useMemo } from 'react';
import uPlot from 'uplot';
import { accountText } from '../../../text/account.ts';
import { axisOf, colorOf, TimeChart } from '../../../ui/time-chart.tsx';
import type { UsageDay } from './days.ts';

const text = accountText.usage;
const HEIGHT = 220;

const bars = uPlot.paths.bars?.({ size: [0.6, 40] });

function options(): Omit<uPlot.Options, 'width'> {
  const accent = colorOf('--mantine-primary-color-filled');
  const red = colorOf('--mantine-color-error');
  const credits = colorOf('--tier-medium');
  return {
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [axisOf(), axisOf({ size: 64 })],
    series: [
      { value: '{YYYY}-{MM}-{DD}' },
      {
        label: text.requests,
        stroke: accent,
        fill: accent,
        ...(bars && { paths: bars }),
        points: { show: false },
      },
      { label: text.errors, stroke: red, width: 2, points: { show: false } },
      { label: text.credits, stroke: credits, width: 2, dash: [6, 3], points: { show: false } },
    ],
  };
}

/** Requests as bars, errors and credits as lines, a day each in UTC. */
export default function Chart({ days }: { days: readonly UsageDay[] }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [
      days.map(({ day }) => Date.parse(day) / 1000),
      days.map(({ requests }) => requests),
      days.map(({ errors }) => errors),
      days.map(({ creditsCharged }) => creditsCharged),
    ],
    [days],
  );
  return <TimeChart data={data} optionsOf={options} />;
}
