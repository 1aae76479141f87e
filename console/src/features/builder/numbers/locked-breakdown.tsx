import { Anchor, Stack, Text } from '@mantine/core';
import { LockClosedIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { numbersText } from '../../../text/builder-numbers.ts';

const text = numbersText.breakdown;

/** Why there is no breakdown by partner of so few companies, and what to do about it. */
export function LockedBreakdown() {
  return (
    <Stack gap={2}>
      <Text fw={600}>
        <LockClosedIcon width={14} height={14} aria-hidden="true" /> {text.locked}
      </Text>
      <Text size="xs" c="dimmed">
        {text.lockedWhy}
      </Text>
      <Anchor component={Link} to="/app/enrich">
        {text.toEnrich}
      </Anchor>
    </Stack>
  );
}
