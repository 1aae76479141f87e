import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './table-region.module.css';

interface TableRegionProps {
  /** Name of the table for screen readers. */
  label: string;
  /** Names of the columns. An empty one is not shown, and needs `hidden` instead. */
  columns: readonly ReactNode[];
  /** Width in pixels below which the table scrolls in its own container. */
  minWidth?: number;
  children: ReactNode;
}

/** A plain table that scrolls sideways by itself on narrow screens, also with the keyboard. */
export function TableRegion({ label, columns, minWidth = 520, children }: TableRegionProps) {
  return (
    // A container that scrolls must take the focus, or the keyboard could not scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.region} aria-label={label} tabIndex={0}>
      <Table miw={minWidth} verticalSpacing={6} aria-label={label} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              // Columns never change places.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Table.Th key={index}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}
