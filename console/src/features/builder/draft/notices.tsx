import { Alert, Button, Group, Text } from '@mantine/core';
import { editorText } from '../../../text/builder-editor.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import type { Saved, SavedList } from './use-saved-list.ts';

const texts = editorText.page;

interface NoticesProps {
  storage: 'address' | 'browser' | 'failed';
  list: SavedList | undefined;
  isGone: boolean;
  base: Saved | undefined;
  /** Time at which the draft was left that is shown again; undefined without one. */
  leftAt: number | undefined;
  onMerge: () => void;
  onDiscard: () => void;
}

/** Everything that people should know about the draft: where it is kept, and how it relates to the list. */
export function Notices({ storage, list, isGone, base, leftAt, onMerge, onDiscard }: NoticesProps) {
  const isBehind = !isGone && list !== undefined && base !== undefined && list.version !== base.version;
  return (
    <div role="status">
      {isGone && <Alert color="red">{texts.gone}</Alert>}
      {!isGone && list && !list.canEdit && <Alert color="blue">{texts.playground}</Alert>}
      {leftAt !== undefined && (
        <Alert color="blue">
          <Group gap="sm">
            <Text>
              {texts.restored} <TimeAgo at={new Date(leftAt).toISOString()} />.
            </Text>
            <Button size="compact-sm" variant="default" onClick={onDiscard}>
              {texts.discardDraft}
            </Button>
          </Group>
        </Alert>
      )}
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
