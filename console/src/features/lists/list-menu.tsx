import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { type ListRowFragment, RenameListDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { useDuplicate } from '../../ui/use-duplicate.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

const text = listsText.menu;

type Dialog = 'rename' | 'tags' | 'leave' | 'remove';

/** Menu of the caller's actions on a list of the table. */
export function ListMenu({ list, known }: { list: ListRowFragment; known: readonly string[] }) {
  const [dialog, setDialog] = useState<Dialog>();
  const duplicate = useDuplicate(list.listId);
  const close = () => setDialog(undefined);
  const isOwner = list.accessLevel === 'OWNER';
  const canEdit = isOwner || list.accessLevel === 'EDITOR';
  return (
    <>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={visibleText(text.label(list.name))}>
            <DotsHorizontalIcon width={16} height={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && (
            <>
              <Menu.Item
                renderRoot={(props) => (
                  <Link {...props} to="/app/lists/$listId/edit" params={{ listId: String(list.listId) }} />
                )}
              >
                {text.edit}
              </Menu.Item>
              <Menu.Item onClick={() => setDialog('rename')}>{text.rename}</Menu.Item>
              <Menu.Item onClick={() => setDialog('tags')}>{text.tags}</Menu.Item>
            </>
          )}
          <Menu.Item onClick={duplicate.run}>{common.duplicate}</Menu.Item>
          {isOwner ? (
            <Menu.Item color="red.8" onClick={() => setDialog('remove')}>
              {text.remove}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => setDialog('leave')}>{text.leave}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameDialog list={list} onClose={close} />}
      {dialog === 'tags' && <TagsDialog list={list} known={known} onClose={close} />}
      {dialog === 'remove' && <DeleteDialog list={list} onClose={close} />}
      {dialog === 'leave' && <LeaveDialog list={list} onClose={close} />}
    </>
  );
}

interface RenameDialogProps {
  list: ListRowFragment;
  onClose: () => void;
}

function RenameDialog({ list: { listId, name }, onClose }: RenameDialogProps) {
  const rename = useApiMutation(RenameListDocument);
  return (
    <NameDialog
      opened
      title={listsText.rename.title}
      submit={listsText.rename.submit}
      initial={name}
      busy={rename.isPending}
      error={rename.error}
      onSubmit={(next) => rename.mutate({ input: { listId, name: next } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
