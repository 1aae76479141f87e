import { Anchor, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { enrichText } from '../../../text/enrich.ts';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './results-table.module.css';
import type { PlacedRow } from './use-rows.ts';

const texts = enrichText.results;
const ROW_HEIGHT = 36;

interface ResultsTableProps {
  rows: readonly PlacedRow[];
  onOpen: (row: PlacedRow) => void;
}

/** Results by domain, of which only the rows in sight exist. The arrow keys move between rows. */
export function ResultsTable({ rows, onOpen }: ResultsTableProps) {
  const region = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const [active, setActive] = useState(0);
  const items = virtual.getVirtualItems();
  // One row takes part in the order of Tab: the last that had the focus, while it exists.
  const stop = items.some(({ index }) => index === active) ? active : items[0]?.index;
  const focus = (index: number) => {
    const button = region.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    button?.focus();
    return button !== null;
  };
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const move = (event: KeyboardEvent, index: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step === undefined ? -1 : index + step;
    if (next < 0 || next >= rows.length) return;
    event.preventDefault();
    virtual.scrollToIndex(next);
    // A row out of sight exists only after the scrolling.
    if (!focus(next)) requestAnimationFrame(() => focus(next));
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <section className={classes.region} ref={region} tabIndex={0} aria-label={texts.label}>
      <table className={classes.table} aria-rowcount={rows.length + 1} aria-label={texts.label}>
        <thead>
          <tr aria-rowindex={1}>
            {(['domain', 'company', 'status', 'charge', 'partners'] as const).map((column) => (
              <th key={column} scope="col" data-column={column}>
                {texts.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <ResultRow
                  key={`${row.batchKey}:${row.place}`}
                  row={row}
                  index={index}
                  isStop={index === stop}
                  onFocus={() => setActive(index)}
                  onOpen={onOpen}
                  onKeyDown={(event) => move(event, index)}
                />
              )
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </section>
  );
}

/** Takes the place of the rows out of sight. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null;
}

interface ResultRowProps {
  row: PlacedRow;
  index: number;
  /** Whether Tab leads to the row. */
  isStop: boolean;
  onFocus: () => void;
  onOpen: (row: PlacedRow) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function ResultRow({ row, index, isStop, onFocus, onOpen, onKeyDown }: ResultRowProps) {
  const { domain, companyName, status, charge, windowEndsAt, partnershipCount } = row;
  return (
    <tr aria-rowindex={index + 2} style={{ height: ROW_HEIGHT }}>
      <td>
        <Anchor
          component="button"
          type="button"
          className={classes.domain}
          data-row={index}
          tabIndex={isStop ? 0 : -1}
          onFocus={onFocus}
          aria-label={texts.open(domain)}
          onClick={() => onOpen(row)}
          onKeyDown={onKeyDown}
        >
          <UserText text={domain} />
        </Anchor>
      </td>
      <td>
        <UserText text={companyName ?? ''} />
      </td>
      <td>{texts.statuses[status]}</td>
      <td>
        {texts.charges[charge]}
        {windowEndsAt && (
          <Text span size="xs" c="dimmed">
            {' · '}
            {texts.until(formatDay(windowEndsAt))}
          </Text>
        )}
      </td>
      <td data-column="partners">{formatNumber(partnershipCount)}</td>
    </tr>
  );
}
