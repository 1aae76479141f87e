import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { accountText } from '../../../text/account.ts';
import type { UsageDay } from './days.ts';

const text = accountText.usage;
const HEIGHT = 220;
const MIN_WIDTH = 120;

/** Returns the colour of a variable of the theme. uPlot paints on a canvas, which knows no variables. */
const colorOf = (variable: string): string =>
  getComputedStyle(document.body).getPropertyValue(variable).trim();

const bars = uPlot.paths.bars?.({ size: [0.6, 40] });

function optionsFor(width: number): uPlot.Options {
  const axis = {
    stroke: colorOf('--mantine-color-dimmed'),
    grid: { stroke: colorOf('--mantine-color-default-border') },
  };
  const accent = colorOf('--mantine-primary-color-filled');
  const red = colorOf('--mantine-color-error');
  const credits = colorOf('--tier-medium');
  return {
    width,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [axis, { ...axis, size: 64 }],
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
  const { ref, width } = useElementSize();
  const target = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (!target.current || width === 0) return;
    const data: uPlot.AlignedData = [
      days.map(({ day }) => Date.parse(day) / 1000),
      days.map(({ requests }) => requests),
      days.map(({ errors }) => errors),
      days.map(({ creditsCharged }) => creditsCharged),
    ];
    // The colours depend on the scheme.
    void scheme;
    const chart = new uPlot(optionsFor(Math.max(width, MIN_WIDTH)), data, target.current);
    return () => chart.destroy();
  }, [days, width, scheme]);
  return (
    // The chart is as wide as it was until it is drawn again.
    <div ref={ref} style={{ overflow: 'hidden' }}>
      <div ref={target} />
    </div>
  );
}
