import { Group, Text, VisuallyHidden } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons';
import { useRef, useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { type FieldScope, UpdateFieldDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { ActionMenu } from '../action-menu.tsx';
import { actionsColumn, type Column, column, DataTable } from '../data-table.tsx';
import { notify } from '../notify.ts';
import { IconButton } from '../small-buttons.tsx';
import { TimeAgo } from '../time-ago.tsx';
import { UserText } from '../user-text.tsx';
import { type Field, TABLES, TYPES } from './field.ts';

interface FieldsTableProps {
  scope: FieldScope;
  /** In their order. */
  fields: readonly Field[];
  /** Opens a dialog; absent for who can only read the fields. */
  onAction?: ((action: 'edit' | 'delete', field: Field) => void) | undefined;
}

/** The fields of a scope in their order, which buttons change. */
export function FieldsTable({ scope, fields, onAction }: FieldsTableProps) {
  const { move, moved } = useMove(fields);
  const actionsOf = (field: Field) => {
    const index = fields.indexOf(field);
    return (
      <Group gap={2} wrap="nowrap">
        <Move {...{ field, move }} by={-1} isPossible={index > 0} />
        <Move {...{ field, move }} by={1} isPossible={index < fields.length - 1} />
        <ActionMenu
          label={`Actions for ${field.label}`}
          button={{ c: 'inherit', 'data-opens': field.key }}
          actions={[
            { label: 'Edit', run: () => onAction?.('edit', field) },
            { label: 'Delete', danger: true, run: () => onAction?.('delete', field) },
          ]}
        />
      </Group>
    );
  };
  return (
    <>
      <DataTable
        label={TABLES[scope]}
        rows={fields}
        idOf={({ key }) => key}
        columns={onAction ? [...COLUMNS, actionsColumn(actionsOf)] : COLUMNS}
      />
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </>
  );
}

const COLUMNS: readonly Column<Field>[] = [
  column('Field', ({ label, description }) => (
    <>
      <UserText text={label} fw={600} maw={260} />
      {description != null && <UserText text={description} size="xs" c="dimmed" inherit={false} maw={260} />}
    </>
  )),
  column('Key', ({ key }) => (
    <Text ff="monospace" size="xs">
      {key}
    </Text>
  )),
  column('Type', ({ type, multiple, unit }) =>
    [TYPES[type], ...(multiple ? ['several values'] : []), ...(unit == null ? [] : [visibleText(unit)])].join(
      ' · ',
    ),
  ),
  { ...column('Companies with a value', ({ companyCount }) => formatNumber(companyCount)), isNumber: true },
  column('Since', ({ createdAt }) => <TimeAgo at={createdAt} />),
];

type MoveBy = (field: Field, by: 1 | -1, button: HTMLElement) => void;

/** Moves fields among those of their scope, one move at a time, and says where the last one is. */
function useMove(fields: readonly Field[]) {
  const [moved, setMoved] = useState('');
  const update = useApiMutation(UpdateFieldDocument);
  const isMoving = useRef(false);
  const move: MoveBy = async ({ key, label }, by, button) => {
    if (isMoving.current) return;
    isMoving.current = true;
    const position = fields.findIndex((each) => each.key === key) + by;
    try {
      await update.mutateAsync({ input: { key, position } });
      setMoved(`${visibleText(label)} is ${formatNumber(position + 1)} of ${formatNumber(fields.length)}.`);
      // A row that moves in the page loses the focus.
      button.focus();
    } catch (error) {
      notify((error as Error).message);
    } finally {
      isMoving.current = false;
    }
  };
  return { move, moved };
}

function Move(props: { field: Field; move: MoveBy; by: 1 | -1; isPossible: boolean }) {
  const { field, move, by, isPossible } = props;
  return (
    <IconButton
      label={`Move ${visibleText(field.label)} ${by < 0 ? 'up' : 'down'}`}
      icon={by < 0 ? ArrowUpIcon : ArrowDownIcon}
      c="inherit"
      // A disabled button would lose the focus when its row arrives at the end.
      aria-disabled={!isPossible}
      {...(!isPossible && { opacity: 0.3, style: { cursor: 'default' } })}
      onClick={({ currentTarget }) => isPossible && move(field, by, currentTarget)}
    />
  );
}
