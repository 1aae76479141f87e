import { List, Text } from '@mantine/core';
import type { ListLossesQuery } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { listsText } from '../../text/lists.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const text = listsText.remove;

/** Parts of a list that are lost with it. */
export type Losses = NonNullable<ListLossesQuery['list']>;

/** Tells whether others, or other lists, lose something with the list. */
export function isUsed({ watched, permissions, usedBy }: Losses): boolean {
  return watched === true || (permissions?.totalCount ?? 0) > 0 || (usedBy?.totalCount ?? 0) > 0;
}

interface DeleteDialogProps {
  name: string;
  losses: Losses;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says what is lost with a list before it is deleted. */
export function DeleteDialog({ name, losses, onConfirm, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      opened
      title={text.title}
      action={text.submit}
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{visibleText(text.body(name))}</Text>
      <LossesOf list={losses} />
    </ConfirmDialog>
  );
}

function LossesOf({ list }: { list: Losses }) {
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
        {list.watched && <List.Item>{text.watched}</List.Item>}
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
