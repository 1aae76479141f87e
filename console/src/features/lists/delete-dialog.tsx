import { List, Text } from '@mantine/core';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import {
  DeleteListDocument,
  ListLossesDocument,
  type ListLossesQuery,
  type ListRowFragment,
  ListsOverviewDocument,
} from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { listsText } from '../../text/lists.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notify } from '../../ui/notify.ts';

const text = listsText.remove;

interface DeleteDialogProps {
  list: ListRowFragment;
  onClose: () => void;
}

/** Says what is lost with a list before it is deleted. */
export function DeleteDialog({ list: { listId, name }, onClose }: DeleteDialogProps) {
  const losses = useApiQuery(ListLossesDocument, { listId });
  const remove = useApiMutation(DeleteListDocument, { changes: [ListsOverviewDocument] });
  const confirm = async () => {
    await remove.mutateAsync({ input: { listId } });
    onClose();
    notify(text.done(name));
  };
  return (
    <ConfirmDialog
      opened
      title={text.title}
      action={text.submit}
      danger
      busy={remove.isPending}
      error={remove.error}
      // The dialog shows a failure.
      onConfirm={() => void confirm().catch(() => undefined)}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{visibleText(text.body(name))}</Text>
      <Loaded query={losses}>{({ list }) => list && <Losses list={list} />}</Loaded>
    </ConfirmDialog>
  );
}

function Losses({ list }: { list: NonNullable<ListLossesQuery['list']> }) {
  const versions = list.versions?.totalCount ?? 0;
  const added = list.addedDomains?.totalCount ?? 0;
  const excluded = list.excludedDomains?.totalCount ?? 0;
  const shared = list.permissions?.totalCount ?? 0;
  const names = list.usedBy?.edges.map(({ node }) => node.name) ?? [];
  const unnamed = (list.usedBy?.totalCount ?? 0) - names.length;
  return (
    <>
      <List>
        <List.Item>{text.versions(versions, formatNumber(versions))}</List.Item>
        {added > 0 && <List.Item>{text.added(added, formatNumber(added))}</List.Item>}
        {excluded > 0 && <List.Item>{text.excluded(excluded, formatNumber(excluded))}</List.Item>}
        <List.Item>{text.shared(shared, formatNumber(shared))}</List.Item>
        <List.Item>{text.exports}</List.Item>
      </List>
      {names.length > 0 && (
        <Text style={{ overflowWrap: 'anywhere' }}>
          {visibleText(text.usedBy(names, unnamed, formatNumber(unnamed)))}
        </Text>
      )}
    </>
  );
}
