import { Group, Skeleton, Stack } from '@mantine/core';
import { common } from '../../../text/common.ts';
import classes from './company-view.module.css';

const FACTS = [64, 72, 56, 48, 72, 48];
const ROWS = [90, 75, 82, 70, 88, 78, 84, 72];

/** Has the shape of the page of a company: its domain, a line of facts, and two columns. */
export function CompanySkeleton() {
  return (
    <Stack gap="md" role="status" aria-busy="true" aria-label={common.loading}>
      <Skeleton h={14} w={160} />
      <Group gap={32}>
        {FACTS.map((width, index) => (
          // The facts are in the order of the page.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Skeleton key={index} h={36} w={width} />
        ))}
      </Group>
      <div className={classes.columns}>
        <Column />
        <Column />
      </div>
    </Stack>
  );
}

function Column() {
  return (
    <Stack gap={20}>
      <Skeleton h={20} w={140} />
      {ROWS.map((width) => (
        <Skeleton key={width} h={16} w={`${width}%`} />
      ))}
    </Stack>
  );
}
