import { Box, Group, Text } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import type { CatalogueField } from '../../filter/catalogue.ts';
import { formatNumber, formatShare } from '../../lib/format.ts';
import type { BreakdownEntry } from '../../preview/preview-request.ts';
import { MOST_NUMBERS } from '../../preview/usual-breakdowns.ts';
import { type Bin, binsOf } from './bins.ts';
import classes from './histogram.module.css';

interface HistogramProps {
  field: CatalogueField;
  entries: readonly BreakdownEntry[];
  /** Number of all matches. */
  total: number;
  /** Whether the opposite of a bar can be chosen as well. */
  hasNot?: boolean;
  onPick: (bin: Bin, isNot: boolean) => void;
}

/**
 * The numbers of a field as bars in their order. A click adds the condition of a bar, with Alt its opposite. A finger
 * chooses a bar first: the line below it has both as buttons.
 */
export function Histogram({ field, entries, total, hasNot = true, onPick }: HistogramProps) {
  const bins = useMemo(() => binsOf(field, entries), [field, entries]);
  const most = Math.max(...bins.map(({ count }) => count));
  const [label, setLabel] = useState<string>();
  const bars = useRef<HTMLDivElement>(null);
  const active = bins.find((bin) => bin.label === label) ?? bins.find(({ count }) => count === most);
  if (!active) return <Text c="dimmed">No match has a value here.</Text>;

  const labelOf = (bin: Bin) => `${field.label} ${bin.label}: ${formatNumber(bin.count)}: add this condition`;

  function handleKey(event: KeyboardEvent, index: number): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    (bars.current?.children[index + step] as HTMLElement | undefined)?.focus();
    event.preventDefault();
  }

  return (
    <div>
      <div className={classes.plot}>
        <span className={classes.most}>{formatNumber(most)}</span>
        {/* biome-ignore lint/a11y/useSemanticElements: bars are no form controls that belong together */}
        <div ref={bars} className={classes.bars} role="group" aria-label={`Matches by ${field.label}`}>
          {bins.map((bin, index) => (
            <button
              key={bin.label}
              type="button"
              className={classes.bar}
              tabIndex={bin === active ? 0 : -1}
              data-active={bin === active || undefined}
              aria-label={labelOf(bin)}
              onMouseEnter={() => setLabel(bin.label)}
              onFocus={() => setLabel(bin.label)}
              onKeyDown={(event) => handleKey(event, index)}
              onClick={(event) =>
                isTouch(event) ? setLabel(bin.label) : onPick(bin, hasNot && event.altKey)
              }
            >
              <span style={{ height: `${(bin.count / most) * 100}%` }} />
            </button>
          ))}
        </div>
      </div>
      <Group justify="space-between" wrap="nowrap" fz={12} c="dimmed" aria-hidden="true">
        <span>{bins[0]?.label}</span>
        {bins.length > 1 && <span>{bins.at(-1)?.label}</span>}
      </Group>
      <Group gap={4} wrap="nowrap" mih={28}>
        <Box flex={1} miw={0}>
          <strong>{active.label}</strong> {formatNumber(active.count)}{' '}
          <Text span inherit c="dimmed">
            {formatShare(total === 0 ? 0 : active.count / total)}
          </Text>
        </Box>
        <button
          type="button"
          className={classes.action}
          aria-label={labelOf(active)}
          onClick={() => onPick(active, false)}
        >
          add
        </button>
        {hasNot && (
          <button
            type="button"
            className={classes.action}
            aria-label={`${field.label} is not ${active.label}: add this condition`}
            onClick={() => onPick(active, true)}
          >
            not
          </button>
        )}
      </Group>
      {entries.length >= MOST_NUMBERS && (
        <Text size="xs" c="dimmed">
          Of the {formatNumber(MOST_NUMBERS)} most frequent numbers.
        </Text>
      )}
    </div>
  );
}

/** Tells whether a finger made a click. */
function isTouch({ nativeEvent }: MouseEvent): boolean {
  return 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
}
