import { Button, Menu } from '@mantine/core';
import { ColumnsIcon } from '@radix-ui/react-icons';
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
    <Menu withInitialFocusPlaceholder={false} closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<ColumnsIcon width={14} height={14} aria-hidden />}
        >
          {membersText.chooseColumns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMN_IDS.filter((id) => id !== 'name').map((id) => (
          <Menu.CheckboxItem key={id} checked={chosen.includes(id)} onChange={() => onToggle(id)}>
            {membersText.columns[id]}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onReset}>{membersText.resetColumns}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
