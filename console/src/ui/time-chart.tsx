import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatNumber } from '../lib/format.ts';
import { axisFormats } from '../lib/later-formats.ts';

const MIN_WIDTH = 120;
const FONT = '12px Inter, system-ui, sans-serif';
/** Seconds. */
const DAY = 86_400;

/** Returns the colour of a variable of the theme. uPlot paints on a canvas, which knows no variables. */
export const colorOf = (variable: string): string =>
  getComputedStyle(document.body).getPropertyValue(variable).trim();

/** Returns the axis of numbers, in the colours of the theme. */
export const numberAxis = (options: uPlot.Axis = {}): uPlot.Axis => ({
  stroke: colorOf('--mantine-color-dimmed'),
  font: FONT,
  size: 56,
  grid: { stroke: colorOf('--hairline'), width: 1 },
  ticks: { show: false },
  values: (_chart, ticks) => ticks.map(formatNumber),
  ...options,
});

/** Returns the axis of time. @param timeZone by default the browser's */
export function timeAxis(timeZone?: string): uPlot.Axis {
  const { day, hour } = axisFormats(timeZone);
  return {
    stroke: colorOf('--mantine-color-dimmed'),
    font: FONT,
    space: 72,
    grid: { show: false },
    ticks: { show: false },
    values: (_chart, ticks, _axis, _space, step) => ticks.map(step < DAY ? hour : day),
  };
}

interface TimeChartProps {
  /** Seconds since 1970, then a row of numbers for each series. */
  data: uPlot.AlignedData;
  /** Makes the options again when the colours change. The same function for as long as it makes the same options. */
  optionsOf: () => Omit<uPlot.Options, 'width'>;
  /** Called with the place in the data that the pointer is nearest to; undefined once it has left. */
  onPoint?: (index: number | undefined) => void;
}

/** Numbers over time, as wide as there is room. What the lines mean stands beside the chart. */
export function TimeChart({ data, optionsOf, onPoint }: TimeChartProps) {
  const { ref, width } = useElementSize();
  const target = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (!target.current || width === 0) return;
    // The colours depend on the scheme.
    void scheme;
    const chart = new uPlot(
      {
        ...optionsOf(),
        legend: { show: false },
        width: Math.max(width, MIN_WIDTH),
        hooks: { setCursor: [({ cursor }) => onPoint?.(cursor.idx ?? undefined)] },
      },
      data,
      target.current,
    );
    return () => chart.destroy();
  }, [data, optionsOf, onPoint, width, scheme]);
  return (
    // The chart is as wide as it was until it is drawn again.
    <div ref={ref} style={{ overflow: 'hidden' }}>
      <div ref={target} />
    </div>
  );
}
