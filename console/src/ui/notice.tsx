import { Button, Group, Text } from '@mantine/core';

interface NoticeProps {
  message: string;
  /** Label of the button. */
  label: string;
  onAction: () => void;
}

/** A message with a button for what can follow. */
export function Notice({ message, label, onAction }: NoticeProps) {
  return (
    <Group wrap="nowrap" gap="sm">
      <Text component="span" inherit flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {message}
      </Text>
      <Button size="compact-sm" variant="light" flex="none" onClick={onAction}>
        {label}
      </Button>
    </Group>
  );
}
