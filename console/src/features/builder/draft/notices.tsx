import { Alert, Button, Group, Text } from '@mantine/core';
import { editorText } from '../../../text/builder-editor.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import type { Saved, SavedList } from './use-saved-list.ts';

const texts = editorText.page;

interface NoticesProps {
  /** Whether the draft is too long for an address that can be shared. */
  isLong: boolean;
  /** Why the draft could not be saved on the service; null if it could. */
  failure: string | null;
  list: SavedList | undefined;
  isGone: boolean;
  base: Saved | undefined;
  /** Time at which the draft was left that is shown again; undefined without one. */
  leftAt: string | undefined;
  onMerge: () => void;
  onDiscard: () => void;
  /** Begins another draft of a new list. */
  onAnew: () => void;
}

/** Everything that people should know about the draft: where it is kept, and how it relates to the list. */
export function Notices(props: NoticesProps) {
  const { isLong, failure, list, isGone, base, leftAt, onMerge, onDiscard, onAnew } = props;
  const isBehind = !isGone && list !== undefined && base !== undefined && list.version !== base.version;
  return (
    <div role="status">
      {isGone && <Alert color="red">{texts.gone}</Alert>}
      {!isGone && list && !list.canEdit && <Alert color="blue">{texts.playground}</Alert>}
      {leftAt !== undefined && (
        <Alert color="blue">
          <Group gap="sm">
            <Text>
              {texts.restored} <TimeAgo at={leftAt} />.
            </Text>
            <Button size="compact-sm" variant="default" onClick={onDiscard}>
              {texts.discardDraft}
            </Button>
            {!list && (
              <Button size="compact-sm" variant="default" onClick={onAnew}>
                {texts.beginAnew}
              </Button>
            )}
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
      {isLong && <Alert color="yellow">{texts.tooLong}</Alert>}
      {failure !== null && <Alert color="red">{texts.notKept(failure)}</Alert>}
    </div>
  );
}
