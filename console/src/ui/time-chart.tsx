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
const MONTH = 28 * DAY;
/** Whole numbers between lines of the grid. */
const STEPS = [1, 1e3, 1e6].flatMap((unit) =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500].map((each) => each * unit),
);

const bars = uPlot.paths.bars?.({ size: [0.6, 40] });
/** A value stays until the next one. */
const steps = uPlot.paths.stepped?.({ align: 1 });

interface TimeSeries {
  /** A number for each instant. */
  readonly values: readonly number[];
  readonly kind: 'bars' | 'steps' | 'line';
  /** Variable of the theme, such as `--tier-medium`. */
  readonly color: string;
  readonly isDashed?: boolean;
}

/** Returns the colour of a variable of the theme. uPlot paints on a canvas, which knows no variables. */
const colorOf = (variable: string): string =>
  getComputedStyle(document.body).getPropertyValue(variable).trim();

function drawn({ kind, color, isDashed }: TimeSeries): uPlot.Series {
  const stroke = colorOf(color);
  if (kind === 'bars') return { stroke, fill: stroke, ...(bars && { paths: bars }), points: { show: false } };
  if (kind === 'line')
    return { stroke, width: 2, ...(isDashed && { dash: [6, 3] }), points: { show: false } };
  const points = { show: true, size: 5 };
  return { stroke, fill: colorOf('--bar'), width: 2, ...(steps && { paths: steps }), points };
}

/** Returns the options in the colours of the theme. */
function optionsOf({ series, height, label, isUtc = false }: TimeChartProps) {
  const { month, day, hour } = axisFormats(isUtc ? 'UTC' : undefined);
  const axis = { stroke: colorOf('--mantine-color-dimmed'), font: FONT, ticks: { show: false } };
  return {
    height,
    ...(isUtc && { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') }),
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [
      {
        ...axis,
        space: 72,
        grid: { show: false },
        values: (_chart, ticks, _axis, _space, step) =>
          ticks.map(step < DAY ? hour : step < MONTH ? day : month),
      },
      {
        ...axis,
        size: 56,
        label,
        labelSize: 20,
        labelFont: FONT,
        incrs: STEPS,
        grid: { stroke: colorOf('--hairline'), width: 1 },
        values: (_chart, ticks) => ticks.map(formatNumber),
      },
    ],
    series: [{}, ...series.map(drawn)],
  } satisfies Omit<uPlot.Options, 'width'>;
}

interface TimeChartProps {
  /** Instants in seconds since 1970, ascending. */
  times: readonly number[];
  /** The same array for as long as it says the same. */
  series: readonly TimeSeries[];
  /** Says what the vertical axis counts. */
  label: string;
  /** Pixels. */
  height: number;
  /** True for days in UTC; otherwise they are those of the browser. */
  isUtc?: boolean;
  /** Called with the place in the data that the pointer is nearest to; undefined once it has left. */
  onPoint?: (index: number | undefined) => void;
}

/** Numbers over time as bars or lines, as wide as there is room. What they mean stands beside the chart. */
export default function TimeChart(props: TimeChartProps) {
  const { times, series, height, label, isUtc, onPoint } = props;
  const { ref, width } = useElementSize();
  const target = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (!target.current || width === 0) return;
    // The colours depend on the scheme.
    void scheme;
    const chart = new uPlot(
      {
        ...optionsOf({ times, series, height, label, ...(isUtc !== undefined && { isUtc }) }),
        legend: { show: false },
        width: Math.max(width, MIN_WIDTH),
        hooks: { setCursor: [({ cursor }) => onPoint?.(cursor.idx ?? undefined)] },
      },
      [[...times], ...series.map(({ values }) => [...values])],
      target.current,
    );
    return () => chart.destroy();
  }, [times, series, height, label, isUtc, onPoint, width, scheme]);
  return (
    // The chart is as wide as it was until it is drawn again.
    <div ref={ref} style={{ overflow: 'hidden' }}>
      <div ref={target} />
    </div>
  );
}
