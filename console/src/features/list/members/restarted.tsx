import { Text } from '@mantine/core';
import { membersText } from '../../../text/members.ts';

/** Says that the table began again. The region exists before, so that it is read out. */
export function Restarted({ hasRestarted }: { hasRestarted: boolean }) {
  return <div role="status">{hasRestarted && <Text c="dimmed">{membersText.restarted}</Text>}</div>;
}
