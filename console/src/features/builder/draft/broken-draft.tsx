import { Alert, Button, Group, Text } from '@mantine/core';
import { editorText } from '../../../text/builder-editor.ts';

const texts = editorText.page;

interface BrokenDraftProps {
  reason: string;
  /** Version of the saved definition; undefined for a new list. */
  version: number | undefined;
  onSaved: () => void;
  onEmpty: () => void;
}

/** Says why the draft of the address cannot be read, and offers to start without it. */
export function BrokenDraft({ reason, version, onSaved, onEmpty }: BrokenDraftProps) {
  return (
    <Alert color="red" variant="light" role="alert" title={texts.brokenTitle}>
      <Text>{reason}</Text>
      <Group mt="xs" gap="xs">
        {version !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onSaved}>
            {texts.startSaved(version)}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onEmpty}>
          {texts.startEmpty}
        </Button>
      </Group>
    </Alert>
  );
}
