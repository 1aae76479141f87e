import { Alert, Button, Group, Text } from '@mantine/core';
import { editorText } from '../../../text/builder-editor.ts';
import type { Saved, SavedList } from './use-saved-list.ts';

const texts = editorText.page;

interface NoticesProps {
  storage: 'address' | 'browser' | 'failed';
  list: SavedList | undefined;
  isGone: boolean;
  base: Saved | undefined;
  onMerge: () => void;
}

/** Everything that people should know about the draft: where it is kept, and how it relates to the list. */
export function Notices({ storage, list, isGone, base, onMerge }: NoticesProps) {
  const isBehind = !isGone && list !== undefined && base !== undefined && list.version !== base.version;
  return (
    <div role="status">
      {isGone && <Alert color="red">{texts.gone}</Alert>}
      {!isGone && list && !list.canEdit && <Alert color="blue">{texts.playground}</Alert>}
      {isBehind && (
        <Alert color="yellow">
          <Group gap="sm">
            <Text>{editorText.conflict.banner(list.version)}</Text>
            <Button size="compact-sm" variant="default" onClick={onMerge}>
              {editorText.conflict.open}
            </Button>
          </Group>
        </Alert>
      )}
      {storage === 'browser' && <Alert color="yellow">{texts.storedLocally}</Alert>}
      {storage === 'failed' && <Alert color="red">{texts.storeFailed}</Alert>}
    </div>
  );
}
