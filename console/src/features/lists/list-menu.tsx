import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import type { ListRowFragment } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { useDuplicate } from '../../ui/use-duplicate.ts';
import type { ListAction } from './list-dialogs.tsx';
import classes from './lists-page.module.css';

const text = listsText.menu;

export interface ListMenuProps {
  list: ListRowFragment;
  onChoose: (action: ListAction, list: ListRowFragment) => void;
}

/** Menu of the caller's actions on a list of the table. */
export function ListMenu({ list, onChoose }: ListMenuProps) {
  const duplicate = useDuplicate(list.listId);
  const isOwner = list.accessLevel === 'OWNER';
  const canEdit = isOwner || list.accessLevel === 'EDITOR';
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.menu}
          aria-label={visibleText(text.label(list.name))}
        >
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
            <Menu.Item onClick={() => onChoose('rename', list)}>{text.rename}</Menu.Item>
            <Menu.Item onClick={() => onChoose('tags', list)}>{text.tags}</Menu.Item>
          </>
        )}
        <Menu.Item onClick={duplicate.run}>{common.duplicate}</Menu.Item>
        {isOwner ? (
          <Menu.Item color="red.8" onClick={() => onChoose('remove', list)}>
            {text.remove}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => onChoose('leave', list)}>{text.leave}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
