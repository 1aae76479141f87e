import { ActionIcon, Menu, Text } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import type { EditorAction } from '../../../filter/history.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useEditor } from './context.ts';
import classes from './editor.module.css';

const { shortcuts, ...texts } = editorText.tree;

type RowAction = readonly [label: string, action: EditorAction, shortcut?: string];

const actionsOf = (id: string, isNegated: boolean): RowAction[] => [
  [isNegated ? texts.removeNot : texts.addNot, { type: 'negate', id }, shortcuts.negate],
  [texts.duplicate, { type: 'duplicate', id }],
  [texts.up, { type: 'moveBy', id, by: 'up' }, shortcuts.up],
  [texts.down, { type: 'moveBy', id, by: 'down' }, shortcuts.down],
  [texts.indent, { type: 'indent', id, into: 'neighbour' }, shortcuts.indent],
  [texts.lift, { type: 'lift', id }, shortcuts.lift],
  [texts.group2, { type: 'indent', id, into: 'new' }],
  [texts.remove, { type: 'remove', id }, shortcuts.remove],
];

interface RowMenuProps {
  id: string;
  /** The row in words. */
  label: string;
  isNegated: boolean;
  isRoot?: boolean;
}

/** Everything that can be done with a row, with its keys. The list is made when it opens. */
export function RowMenu({ id, label, isNegated, isRoot = false }: RowMenuProps) {
  const { act } = useEditor();
  return (
    // A row that moves takes the focus itself.
    <Menu position="bottom-end" returnFocus={false} keepMounted={false}>
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`${texts.actions}: ${label}`}
        >
          <DotsHorizontalIcon width={14} height={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actionsOf(id, isNegated)
          .slice(0, isRoot ? 1 : undefined)
          .map(([text, action, shortcut]) => (
            <Menu.Item
              key={text}
              onClick={() => act(action)}
              rightSection={
                shortcut && (
                  <Text size="xs" c="dimmed">
                    {shortcut}
                  </Text>
                )
              }
            >
              {text}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
