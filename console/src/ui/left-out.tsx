import { Alert, Checkbox, Text } from '@mantine/core';

interface LeftOutProps {
  /** Words of a sentence that the filter lacks. */
  words: readonly string[];
  isAccepted: boolean;
  onChange: (isAccepted: boolean) => void;
}

/** Names the words of a sentence that a save leaves out, and asks whether it may. Nothing where there are none. */
export function LeftOut({ words, isAccepted, onChange }: LeftOutProps) {
  if (words.length === 0) return null;
  return (
    <Alert color="yellow">
      <Text fw={600} mb="xs">
        Not understood, and no part of the filter
      </Text>
      <Checkbox
        label={<bdi>{`Save without: ${words.map((each) => `“${each}”`).join(', ')}`}</bdi>}
        checked={isAccepted}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Alert>
  );
}
