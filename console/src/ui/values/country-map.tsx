import { type KeyboardEvent, useRef, useState } from 'react';
import { formatNumber, formatShare } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { countryMapText as text } from '../../text/country-map.ts';
import { nextCountry, PLACES, STEPS, stepOf } from './country-places.ts';
import classes from './map.module.css';
import { ValueControl } from './value-control.tsx';
import type { ValueCount, ValueUse } from './value-count.ts';

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
}

/**
 * Countries as tiles, shaded by their share of the companies. One of them takes the focus of Tab, and arrow keys lead to
 * the others. Bars of the same values (`ValueBars`) say the same as a list.
 */
export function CountryMap({ name, entries, total, use, after }: CountryMapProps) {
  /** The country at which somebody points, or which has or had the focus. */
  const [code, setCode] = useState<string>();
  const [isNoted, setNoted] = useState(false);
  const map = useRef<HTMLDivElement>(null);
  const placed = entries.filter(({ value, count }) => count > 0 && PLACES.has(value));
  const others = entries.filter(({ value }) => !PLACES.has(value));
  const active = placed.find(({ value }) => value === code) ?? placed[0];
  const codes = placed.map(({ value }) => value);
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
        role="group"
        aria-label={text.name(name)}
        onMouseLeave={() => setNoted(false)}
        onBlur={() => setNoted(false)}
      >
        {[...PLACES].map(([each, place]) =>
          codes.includes(each) ? null : (
            <span key={each} className={classes.tile} style={styleAt(place)} aria-hidden="true">
              {each}
            </span>
          ),
        )}
        {placed.map((entry) => (
          <ValueControl
            key={entry.value}
            use={use(entry)}
            className={classes.tile}
            style={styleAt(PLACES.get(entry.value))}
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
        {active && isNoted && <Note entry={active} words={words(active)} />}
      </div>
      <p className={classes.legend}>
        {text.least(formatShare(STEPS[0]))}
        <span className={classes.steps} aria-hidden="true">
          {[1, 2, 3, 4, 5].map((step) => (
            <span key={step} className={classes.tile} data-step={step} />
          ))}
        </span>
        {text.most(formatShare(STEPS[3]))}
      </p>
      {others.length > 0 && (
        <p className={classes.others}>
          {text.others}
          {others.map((entry) => (
            <ValueControl key={entry.value} use={use(entry)} className={classes.other}>
              <bdi>{visibleText(entry.label)}</bdi> {formatNumber(entry.count)}
            </ValueControl>
          ))}
        </p>
      )}
    </div>
  );
}

/** Name and number of a country, above its tile; in the first rows below it. */
function Note({ entry: { value, label }, words }: { entry: ValueCount; words: string }) {
  const place = PLACES.get(value) ?? [0, 0];
  const [column, row] = place;
  return (
    <p
      className={classes.note}
      style={styleAt(place)}
      data-side={column < 5 ? 'left' : column > 20 ? 'right' : undefined}
      data-below={row < 2 || undefined}
      aria-hidden="true"
    >
      <strong>{visibleText(label)}</strong> {words}
    </p>
  );
}

const styleAt = ([column, row]: readonly [number, number] = [0, 0]) => ({
  gridColumn: `${column + 1} / ${column + 2}`,
  gridRow: `${row + 1} / ${row + 2}`,
});
