import { Alert, Checkbox, Text } from '@mantine/core';
import { leftOutText as texts } from '../text/left-out.ts';

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
        {texts.title}
      </Text>
      <Checkbox
        label={<bdi>{texts.accept(words)}</bdi>}
        checked={isAccepted}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Alert>
  );
}
