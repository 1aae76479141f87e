import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { toSentence } from '../../filter/sentence.ts';
import { useStore } from '../../lib/store.ts';
import { useLabels } from '../../preview/value-labels.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from '../layout.module.css';
import { type Editor, isSameDefinition } from './editor.ts';
import type { Saved, SavedList } from './saved-list.ts';

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
    <div role="status" className={classes.notices}>
      {isGone && (
        <Alert color="red">
          This list was deleted, or is no longer shared with you. You can still save the draft as a new list.
        </Alert>
      )}
      {!isGone && list && !list.canEdit && (
        <Alert color="blue">
          You can view this list but not change it. Try out whatever you like here, and save the result as a
          new list.
        </Alert>
      )}
      {leftAt !== undefined && (
        <Alert color="blue">
          <Group gap="sm">
            <Text>
              This is your unsaved draft, which you left <TimeAgo at={leftAt} />.
            </Text>
            <Button size="compact-sm" variant="default" onClick={onDiscard}>
              Discard the draft
            </Button>
            {!list && (
              <Button size="compact-sm" variant="default" onClick={onAnew}>
                Keep it, and start a new list
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {isBehind && (
        <Alert color="yellow">
          <Group gap="sm">
            <Text>Version {list.version} was saved while you were editing.</Text>
            <Button size="compact-sm" variant="default" onClick={onMerge}>
              Compare and merge
            </Button>
          </Group>
        </Alert>
      )}
      {isLong && (
        <Alert color="yellow">
          This draft is too long for an address, so the address opens it for you alone. Use “Copy as” to share
          it.
        </Alert>
      )}
      {failure !== null && <Alert color="red">The draft is not kept on the service: {failure}</Alert>}
    </div>
  );
}

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
    <Alert color="red" variant="light" role="alert" title="The draft in this address cannot be read">
      <Text>{reason}</Text>
      <Group mt="xs" gap="xs">
        {version !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onSaved}>
            Start from version {version}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onEmpty}>
          Start with an empty filter
        </Button>
      </Group>
    </Alert>
  );
}

/** Tells whether the draft says something else than the version that it builds on. */
export function useDiffers(editor: Editor, base: Saved | undefined): boolean {
  return useStore(editor.state, ({ tree }) =>
    base ? !isSameDefinition(editor.draft(), base.definition) : tree.root.children.length > 0,
  );
}

/** Values of a condition that a sentence names. */
const MAX_VALUES = 6;

/** The draft in words. */
export function DraftSentence({ catalogue, definition }: { catalogue: Catalogue; definition: Definition }) {
  const labels = useLabels(catalogue);
  if (definition.root === null) return <Text c="dimmed">The filter is empty.</Text>;
  return <Sentence words={toSentence(definition, labels, MAX_VALUES)} />;
}

/** "draft · differs from version 3". */
export function DraftState({ editor, base }: { editor: Editor; base: Saved | undefined }) {
  const differs = useDiffers(editor, base);
  if (!base) return null;
  return (
    <Badge variant={differs ? 'light' : 'outline'} color={differs ? 'accent' : 'gray'} tt="none">
      {differs ? `draft · differs from version ${base.version}` : `version ${base.version}, no changes`}
    </Badge>
  );
}
