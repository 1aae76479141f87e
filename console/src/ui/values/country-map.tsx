import { Group } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { formatNumber, formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { type Extent, extentOf, nextCountry, PLACES, STEPS, stepOf, WORLD } from './country-places.ts';
import { ValueControl } from './value-bars.tsx';
import type { ValueCount, ValueUse } from './value-count.ts';
import classes from './values.module.css';

interface CountryMapProps {
  /** Name of the list of countries. */
  name: string;
  /** Countries by their code, the most frequent first. */
  entries: readonly ValueCount[];
  /** Number of all companies. */
  total: number;
  use: (entry: ValueCount) => ValueUse;
  /** What a screen reader says after the numbers of a country. */
  after: string;
  /** Leaves out columns and rows at the edges where no country has companies. */
  isCropped?: boolean;
}

const LEGEND = { gap: '4px 8px', mt: 8, fz: 12, c: 'dimmed' };

/**
 * Countries as tiles, shaded by their share of the companies. One of them takes the focus of Tab, and arrow keys lead to
 * the others. Bars of the same values (`ValueBars`) say the same as a list.
 */
export function CountryMap({ name, entries, total, use, after, isCropped = false }: CountryMapProps) {
  /** The country at which somebody points, or which has or had the focus. */
  const [code, setCode] = useState<string>();
  const [isNoted, setNoted] = useState(false);
  const map = useRef<HTMLDivElement>(null);
  const placed = entries.filter(({ value, count }) => count > 0 && PLACES.has(value));
  const others = entries.filter(({ value }) => !PLACES.has(value));
  const active = placed.find(({ value }) => value === code) ?? placed[0];
  const codes = placed.map(({ value }) => value);
  const extent = isCropped && codes.length > 0 ? extentOf(codes) : WORLD;
  const empty = [...PLACES].filter(([each, place]) => !codes.includes(each) && isWithin(place, extent));
  const shareOf = ({ count }: ValueCount) => (total === 0 ? 0 : count / total);
  const words = (entry: ValueCount) => `${formatNumber(entry.count)} · ${formatShare(shareOf(entry))}`;

  const note = (noted: string) => {
    setCode(noted);
    setNoted(true);
  };
  function handleKey(event: KeyboardEvent, from: string): void {
    if (event.key === 'Escape') setNoted(false);
    const next = nextCountry(codes, from, event.key);
    if (next === undefined) return;
    event.preventDefault();
    map.current?.querySelector<HTMLElement>(`[data-code="${next}"]`)?.focus();
  }

  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: tiles are no form controls that belong together */}
      <div
        ref={map}
        className={classes.map}
        style={{ '--columns': extent.columns } as CSSProperties}
        role="group"
        aria-label={`${name}, as a map; arrow keys lead from one to the next`}
        onMouseLeave={() => setNoted(false)}
        onBlur={() => setNoted(false)}
      >
        {empty.map(([each, place]) => (
          <span key={each} className={classes.tile} style={styleAt(place, extent)} aria-hidden="true">
            {each}
          </span>
        ))}
        {placed.map((entry) => (
          <ValueControl
            key={entry.value}
            use={use(entry)}
            className={classes.tile}
            style={styleAt(PLACES.get(entry.value), extent)}
            data-code={entry.value}
            data-step={stepOf(shareOf(entry))}
            tabIndex={entry === active ? 0 : -1}
            aria-label={`${entry.value}, ${visibleText(entry.label)}: ${words(entry)}: ${after}`}
            onMouseEnter={() => note(entry.value)}
            onFocus={() => note(entry.value)}
            onKeyDown={(event) => handleKey(event, entry.value)}
          >
            {entry.value}
          </ValueControl>
        ))}
        {active && isNoted && <Note entry={active} words={words(active)} extent={extent} />}
      </div>
      <Group {...LEGEND}>
        under {formatShare(STEPS[0])}
        <span className={classes.steps} aria-hidden="true">
          {[1, 2, 3, 4, 5].map((step) => (
            <span key={step} className={classes.tile} data-step={step} />
          ))}
        </span>
        {formatShare(STEPS[3])} and more
      </Group>
      {others.length > 0 && (
        <Group {...LEGEND}>
          Not on the map:
          {others.map((entry) => (
            <ValueControl key={entry.value} use={use(entry)} className={classes.other}>
              <bdi>{visibleText(entry.label)}</bdi> {formatNumber(entry.count)}
            </ValueControl>
          ))}
        </Group>
      )}
    </div>
  );
}

/** Name and number of a country, above its tile; in the first rows below it. */
function Note({ entry, words, extent }: { entry: ValueCount; words: string; extent: Extent }) {
  const { value, label } = entry;
  const place = PLACES.get(value) ?? [0, 0];
  const [column, row] = [place[0] - extent.column, place[1] - extent.row];
  return (
    <p
      className={classes.note}
      style={styleAt(place, extent)}
      data-side={column < 5 ? 'left' : column > extent.columns - 6 ? 'right' : undefined}
      data-below={row < 2 || undefined}
      aria-hidden="true"
    >
      <strong>{visibleText(label)}</strong> {words}
    </p>
  );
}

const isWithin = ([column, row]: readonly [number, number], extent: Extent): boolean =>
  column >= extent.column &&
  column < extent.column + extent.columns &&
  row >= extent.row &&
  row < extent.row + extent.rows;

function styleAt(place: readonly [number, number] | undefined, extent: Extent): CSSProperties {
  const [column, row] = place ?? [0, 0];
  const [left, top] = [column - extent.column, row - extent.row];
  return { gridColumn: `${left + 1} / ${left + 2}`, gridRow: `${top + 1} / ${top + 2}` };
}
