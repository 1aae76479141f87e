import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListRowFragment } from '../../generated/graphql.ts';
import { readable } from '../../lib/readable.ts';
import { listsText } from '../../text/lists.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

const text = listsText.menu;

type Dialog = 'rename' | 'leave' | 'remove';

/** Menu of the caller's actions on a list of the table. */
export function ListMenu({ list }: { list: ListRowFragment }) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const isOwner = list.accessLevel === 'OWNER';
  const canEdit = isOwner || list.accessLevel === 'EDITOR';
  return (
    <>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={readable(text.label(list.name))}>
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
            </>
          )}
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
      {dialog === 'remove' && <DeleteDialog list={list} onClose={close} />}
      {dialog === 'leave' && <LeaveDialog list={list} onClose={close} />}
    </>
  );
}
