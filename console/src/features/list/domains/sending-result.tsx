import { Button, Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '../../../lib/format.ts';
import { domainsText } from '../../../text/list-domains.ts';
import { Problem } from '../../../ui/problem.tsx';
import type { Sending } from './use-send.ts';
import { VerdictTable } from './verdict-table.tsx';

/** Answer of the service for each line that was sent, and the failure that kept the others back. */
export function SendingResult({ sending, onDismiss }: { sending: Sending; onDismiss: () => void }) {
  const { kind, judged, error } = sending;
  const done = judged.filter(({ verdict }) => verdict.kind === 'done').length;
  return (
    <Stack gap="xs">
      {error !== undefined && <Problem error={error} title={domainsText.keep} />}
      <Group justify="space-between">
        <Text role="status" fw={600}>
          {domainsText.finished[kind](formatNumber(done))}
        </Text>
        <Button variant="default" size="compact-sm" onClick={onDismiss}>
          {domainsText.dismiss}
        </Button>
      </Group>
      {judged.length > 0 && <VerdictTable label={domainsText.results} kind={kind} lines={judged} />}
    </Stack>
  );
}
