import { Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { selectionText } from '../../../text/selection.ts';
import classes from './members-table.module.css';

/** An entry of a menu; undefined where the caller may not do it. */
export type RowAction = { label: string; run: (index: number) => void } | undefined;

interface RowMenuProps {
  index: number;
  name: string;
  actions: readonly RowAction[];
  tabIndex: number;
}

/** Actions on one row. The menu is made when it is first opened: hundreds of rows render while one scrolls. */
export function RowMenu({ index, name, actions, tabIndex }: RowMenuProps) {
  const [isUsed, setUsed] = useState(false);
  const button = {
    type: 'button',
    className: classes.more,
    tabIndex,
    'aria-label': visibleText(selectionText.actionsOf(name)),
  } as const;
  const icon = <DotsHorizontalIcon width={16} height={16} aria-hidden />;
  if (!isUsed) {
    return (
      <button {...button} aria-haspopup="menu" onClick={() => setUsed(true)}>
        {icon}
      </button>
    );
  }
  return (
    <Menu defaultOpened withInitialFocusPlaceholder={false} position="bottom-end">
      <Menu.Target>
        <button {...button}>{icon}</button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(
          (action) =>
            action && (
              <Menu.Item key={action.label} onClick={() => action.run(index)}>
                {action.label}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
