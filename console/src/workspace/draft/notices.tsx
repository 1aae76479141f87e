import { Alert, Badge, Group, Text } from '@mantine/core';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from '../layout.module.css';
import { useDiffers, useOpenDraft } from '../open-draft.ts';

/** Everything that people should know about the draft: where it is kept, and how it relates to the list. */
export function Notices() {
  const { isLong, failure, list, isGone, base, leftAt, setStep, discard, beginAnew } = useOpenDraft();
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
            <SmallButton onClick={discard}>Discard the draft</SmallButton>
            {!list && <SmallButton onClick={beginAnew}>Keep it, and start a new list</SmallButton>}
          </Group>
        </Alert>
      )}
      {isBehind && (
        <Alert color="yellow">
          <Group gap="sm">
            <Text>Version {list.version} was saved while you were editing.</Text>
            <SmallButton onClick={() => setStep('conflict')}>Compare and merge</SmallButton>
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
        {version !== undefined && <SmallButton onClick={onSaved}>Start from version {version}</SmallButton>}
        <SmallButton onClick={onEmpty}>Start with an empty filter</SmallButton>
      </Group>
    </Alert>
  );
}

/** "draft · differs from version 3". Nothing for a new list. */
export function DraftState() {
  const { base } = useOpenDraft();
  const differs = useDiffers();
  if (!base) return null;
  return (
    <Badge variant={differs ? 'light' : 'outline'} color={differs ? 'accent' : 'gray'}>
      {differs ? `draft · differs from version ${base.version}` : `version ${base.version}, no changes`}
    </Badge>
  );
}
