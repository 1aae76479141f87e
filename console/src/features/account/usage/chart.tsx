import { Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import uPlot from 'uplot';
import { formatNumber } from '../../../lib/format.ts';
import { accountText } from '../../../text/account.ts';
import { colorOf, numberAxis, TimeChart, timeAxis } from '../../../ui/time-chart.tsx';
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
    axes: [timeAxis('UTC'), numberAxis()],
    series: [
      {},
      {
        stroke: accent,
        fill: accent,
        ...(bars && { paths: bars }),
        points: { show: false },
      },
      { stroke: red, width: 2, points: { show: false } },
      { stroke: credits, width: 2, dash: [6, 3], points: { show: false } },
    ],
  };
}

/** Requests as bars, errors and credits as lines, a day each in UTC. */
export default function Chart({ days }: { days: readonly UsageDay[] }) {
  const [pointed, setPointed] = useState<number>();
  const data = useMemo<uPlot.AlignedData>(
    () => [
      days.map(({ day }) => Date.parse(day) / 1000),
      days.map(({ requests }) => requests),
      days.map(({ errors }) => errors),
      days.map(({ creditsCharged }) => creditsCharged),
    ],
    [days],
  );
  const day = pointed === undefined ? undefined : days[pointed];
  return (
    <>
      <Legend
        when={day?.day ?? text.ranges[days.length === 90 ? '90' : '30']}
        numbers={day ?? totalOf(days)}
      />
      <TimeChart data={data} optionsOf={options} onPoint={setPointed} />
    </>
  );
}

type Numbers = Omit<UsageDay, 'day'>;

/** What the bars and lines mean, with the numbers of one day or of all. */
function Legend({ when, numbers }: { when: string; numbers: Numbers }) {
  const entries = [
    [text.requests, 'var(--mantine-primary-color-filled)', numbers.requests],
    [text.errors, 'var(--mantine-color-error)', numbers.errors],
    [text.credits, 'var(--tier-medium)', numbers.creditsCharged],
  ] as const;
  return (
    <Group gap="4px 16px" mb="xs">
      <Text fw={600} miw={88}>
        {when}
      </Text>
      {entries.map(([name, color, number]) => (
        <Group key={name} gap={6}>
          <span style={{ width: 10, height: 10, borderRadius: 2, background: color }} />
          <Text>
            {name} <b>{formatNumber(number)}</b>
          </Text>
        </Group>
      ))}
    </Group>
  );
}

function totalOf(days: readonly UsageDay[]): Numbers {
  const sum = (of: (day: UsageDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    requests: sum((day) => day.requests),
    errors: sum((day) => day.errors),
    creditsCharged: sum((day) => day.creditsCharged),
  };
}
