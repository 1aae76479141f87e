import { type ActionIconProps, Menu, type MenuProps, Text } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { type ReactElement, type ReactNode, useState } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import { IconButton } from './small-buttons.tsx';

/** An entry of a menu; false or undefined where the caller may not do it. */
export type MenuAction =
  | {
      label: string;
      /** True for what takes something away. */
      danger?: boolean;
      /** Key that does the same. */
      shortcut?: string | undefined;
      run?: () => void;
      /** Makes the dialog that the entry opens. */
      dialog?: (onClose: () => void) => ReactNode;
      /** Makes the link of an entry that leads elsewhere. */
      link?: (props: Record<string, unknown>) => ReactElement;
    }
  | false
  | undefined;

interface ActionMenuProps extends Pick<MenuProps, 'returnFocus' | 'keepMounted' | 'width' | 'defaultOpened'> {
  /** Says of what the actions are. */
  label: string;
  actions: readonly MenuAction[];
  button?: ActionIconProps & { tabIndex?: number } & Record<`data-${string}`, string>;
}

const SHORTCUT = { size: 'xs', c: 'dimmed' } as const;

/** The "…" of a row or a page: a menu of what can be done with it. */
export function ActionMenu({ label, actions, button, ...menu }: ActionMenuProps) {
  const [opened, setOpened] = useState<ReactNode>();
  const choose = ({ run, dialog }: Exclude<MenuAction, false | undefined>) =>
    dialog ? setOpened(dialog(() => setOpened(undefined))) : run?.();
  return (
    <>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" {...menu}>
        <Menu.Target>
          <IconButton label={visibleText(label)} icon={DotsHorizontalIcon} {...button} />
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(
            (action) =>
              action && (
                <Menu.Item
                  key={action.label}
                  c={action.danger ? 'var(--mantine-color-error)' : undefined}
                  onClick={() => choose(action)}
                  renderRoot={action.link}
                  rightSection={action.shortcut && <Text {...SHORTCUT}>{action.shortcut}</Text>}
                >
                  {action.label}
                </Menu.Item>
              ),
          )}
        </Menu.Dropdown>
      </Menu>
      {opened}
    </>
  );
}
