import { Button, Menu } from '@mantine/core';
import { IconCheck, IconColumns } from '@tabler/icons-react';
import { membersText } from '../../../text/members.ts';
import { COLUMN_IDS, type ColumnId } from './columns.tsx';

interface ColumnMenuProps {
  chosen: readonly ColumnId[];
  onToggle: (id: ColumnId) => void;
  onReset: () => void;
}

/** Chooses the columns of the table. */
export function ColumnMenu({ chosen, onToggle, onReset }: ColumnMenuProps) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconColumns size={14} aria-hidden />}>
          {membersText.chooseColumns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMN_IDS.filter((id) => id !== 'name').map((id) => {
          const isShown = chosen.includes(id);
          return (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={isShown}
              leftSection={<IconCheck size={14} visibility={isShown ? 'visible' : 'hidden'} aria-hidden />}
              onClick={() => onToggle(id)}
            >
              {membersText.columns[id]}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item onClick={onReset}>{membersText.resetColumns}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
