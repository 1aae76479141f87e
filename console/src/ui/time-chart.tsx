import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';

const MIN_WIDTH = 120;

/** Returns the colour of a variable of the theme. uPlot paints on a canvas, which knows no variables. */
export const colorOf = (variable: string): string =>
  getComputedStyle(document.body).getPropertyValue(variable).trim();

/** Returns an axis in the colours of the theme. */
export const axisOf = (options: uPlot.Axis = {}): uPlot.Axis => ({
  stroke: colorOf('--mantine-color-dimmed'),
  grid: { stroke: colorOf('--mantine-color-default-border'), width: 1 },
  ticks: { stroke: colorOf('--mantine-color-default-border'), width: 1 },
  ...options,
});

interface TimeChartProps {
  /** Seconds since 1970, then a row of numbers for each series. */
  data: uPlot.AlignedData;
  /** Makes the options again when the colours change. The same function for as long as it makes the same options. */
  optionsOf: () => Omit<uPlot.Options, 'width'>;
}

/** Numbers over time, as wide as there is room. */
export function TimeChart({ data, optionsOf }: TimeChartProps) {
  const { ref, width } = useElementSize();
  const target = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (!target.current || width === 0) return;
    // The colours depend on the scheme.
    void scheme;
    const chart = new uPlot({ ...optionsOf(), width: Math.max(width, MIN_WIDTH) }, data, target.current);
    return () => chart.destroy();
  }, [data, optionsOf, width, scheme]);
  return (
    // The chart is as wide as it was until it is drawn again.
    <div ref={ref} style={{ overflow: 'hidden' }}>
      <div ref={target} />
    </div>
  );
}
