import { Text } from '@mantine/core';
import { membersText } from '../../../text/members.ts';
import classes from './members-table.module.css';

/** Says that the table began again. The region exists before, so that it is read out. */
export function Restarted({ hasRestarted }: { hasRestarted: boolean }) {
  return (
    <div role="status" className={classes.restarted}>
      {hasRestarted && <Text c="dimmed">{membersText.restarted}</Text>}
    </div>
  );
}
