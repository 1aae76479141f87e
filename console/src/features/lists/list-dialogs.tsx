import { List, TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import { request, requestKept, useApiMutation } from '../../api/hooks.ts';
import { queryClient } from '../../api/query-client.ts';
import { sendDeletions, setWaiting, waitingDeletions } from '../../api/waiting-deletions.ts';
import {
  DeleteListDocument,
  ListLossesDocument,
  type ListLossesQuery,
  type ListRowFragment,
  ListsOverviewDocument,
  UpdateListDocument,
} from '../../generated/graphql.ts';
import { counted, formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LeaveList } from '../../ui/leave-list.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { notify, notifyUndo } from '../../ui/notify.ts';

/** Action of a list's menu that a dialog can follow. */
export type ListAction = 'rename' | 'tags' | 'leave' | 'remove';

interface Chosen {
  action: ListAction;
  list: ListRowFragment;
  losses?: Losses;
}

/**
 * Keeps the action that was chosen for a list, outside of its row: a row becomes another element when the window becomes
 * narrow, and a dialog must not close then.
 */
export function useListActions() {
  const [chosen, setChosen] = useState<Chosen>();
  /** Deletes a list: at once if its owner alone uses it, else after a question. */
  const remove = async (list: ListRowFragment) => {
    const { list: losses } = await request(ListLossesDocument, { listId: list.listId });
    if (losses && isUsed(losses)) setChosen({ action: 'remove', list, losses });
    else deleteWithUndo(list);
  };
  return {
    chosen,
    choose: (action: ListAction, list: ListRowFragment) => {
      if (action === 'remove') void remove(list).catch((error: Error) => notify(error.message));
      else setChosen({ action, list });
    },
    close: () => setChosen(undefined),
  };
}

interface ListDialogsProps {
  chosen: Chosen;
  /** Tags of all lists of the table. */
  known: readonly string[];
  onClose: () => void;
}

export function ListDialogs({ chosen: { action, list, losses }, known, onClose }: ListDialogsProps) {
  if (action === 'rename') return <RenameDialog list={list} onClose={onClose} />;
  if (action === 'tags') return <TagsDialog list={list} known={known} onClose={onClose} />;
  if (action === 'leave') return <LeaveList list={list} onClose={onClose} />;
  return losses && <DeleteDialog list={list} losses={losses} onClose={onClose} />;
}

interface DialogProps {
  list: ListRowFragment;
  onClose: () => void;
}

function RenameDialog({ list: { listId, name }, onClose }: DialogProps) {
  const rename = useApiMutation(UpdateListDocument);
  return (
    <NameDialog
      opened
      title="Rename list"
      submit="Rename"
      initial={name}
      busy={rename.isPending}
      error={rename.error}
      onSubmit={(next) => rename.mutate({ input: { listId, name: next } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Parts of a list that are lost with it. */
type Losses = NonNullable<ListLossesQuery['list']>;

const countOf = (connection: { totalCount: number } | null) => connection?.totalCount ?? 0;

/** Tells whether others, or other lists, lose something with the list. */
function isUsed({ watched, permissions, usedBy }: Losses): boolean {
  return watched || countOf(permissions) > 0 || countOf(usedBy) > 0;
}

/** Says what is lost with a list before it is deleted. */
function DeleteDialog({ list, losses, onClose }: DialogProps & { losses: Losses }) {
  const { versions, addedDomains, excludedDomains, permissions, usedBy, watched } = losses;
  const [added, excluded, shared] = [countOf(addedDomains), countOf(excludedDomains), countOf(permissions)];
  const names = usedBy?.edges.map(({ node }) => node.name) ?? [];
  const unnamed = countOf(usedBy) - names.length;
  const lost = [
    `${counted(countOf(versions), 'version', 'versions')} of the filter`,
    added > 0 && `${counted(added, 'domain', 'domains')} added by hand`,
    excluded > 0 && counted(excluded, 'excluded domain', 'excluded domains'),
    shared === 0 ? 'your own access' : `the access of everybody it is shared with (${formatNumber(shared)})`,
    watched && 'its watch, which tells of companies that enter and leave',
    'exports that were paid for and could still be downloaded',
  ];
  return (
    <FormDialog
      title="Delete this list?"
      action="Delete the list"
      danger
      onSubmit={() => {
        onClose();
        deleteWithUndo(list);
      }}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        {visibleText(
          `“${list.name}” is deleted for everybody who can see it. You can undo this for 10 seconds. It takes with it:`,
        )}
      </Text>
      <List>{lost.map((each) => each && <List.Item key={each}>{each}</List.Item>)}</List>
      {names.length > 0 && (
        <Text style={{ overflowWrap: 'anywhere' }}>
          {visibleText(
            `It is used in the filters of ${names.map((name) => `“${name}”`).join(', ')}${unnamed > 0 ? ` and ${formatNumber(unnamed)} more` : ''}. There it matches no company from then on.`,
          )}
        </Text>
      )}
    </FormDialog>
  );
}

/** As the service counts: tags of a list, and code points of a tag. */
const MAX_TAGS = 20;
const MAX_LENGTH = 40;

/** Changes the tags of a list, which all see who see the list. @param known tags of other lists, to choose from */
function TagsDialog({ list, known, onClose }: DialogProps & { known: readonly string[] }) {
  const { listId, name, tags: before } = list;
  const [tags, setTags] = useState<string[]>([...before]);
  const save = useApiMutation(UpdateListDocument, { changes: [ListsOverviewDocument] });
  const long = tags.find((tag) => [...tag].length > MAX_LENGTH);
  const submit = () => {
    if (long === undefined) save.mutate({ input: { listId, tags } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Tags of ${name}`}
      action="Save tags"
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TagsInput
        label="Tags"
        description="Everybody who can see the list sees them. Press Enter after each."
        value={tags}
        data={known.filter((tag) => !tags.includes(tag))}
        maxTags={MAX_TAGS}
        acceptValueOnBlur
        error={long && `“${long.slice(0, 20)}…” has more than ${MAX_LENGTH} characters.`}
        onChange={setTags}
        data-autofocus
      />
    </FormDialog>
  );
}

/**
 * Hides a list at once. The service deletes it when the message that offers to undo this has gone, or the page is left:
 * all that belongs to a list goes with it, so that nothing could be restored later.
 */
function deleteWithUndo({ listId, name }: Pick<ListRowFragment, 'listId' | 'name'>): void {
  if (waitingDeletions.get().has(listId)) return;
  let isDecided = false;
  const send = async () => {
    if (isDecided) return;
    isDecided = true;
    try {
      await requestKept(DeleteListDocument, { input: { listId } });
    } catch (error) {
      notify(`“${name}” is not deleted: ${(error as Error).message}`);
    }
    // Rows that were read before still have the list.
    await queryClient.invalidateQueries();
    setWaiting(listId, undefined);
  };
  const undo = () => {
    if (isDecided) throw new Error(`“${name}” cannot be restored any more.`);
    isDecided = true;
    setWaiting(listId, undefined);
  };
  setWaiting(listId, send);
  window.addEventListener('pagehide', sendDeletions);
  notifyUndo(`“${name}” is deleted.`, undo, () => void send());
}
