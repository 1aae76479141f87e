import { Text } from '@mantine/core';
import { eventsText } from '../../text/events.ts';
import { Empty } from '../../ui/empty.tsx';

/** Says that there are no events, and how to get some. */
export function NoEvents() {
  return (
    <Empty title={eventsText.empty}>
      <Text maw="60ch" px="md">
        {eventsText.emptyBody}
      </Text>
    </Empty>
  );
}
