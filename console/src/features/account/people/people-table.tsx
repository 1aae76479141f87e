import { Badge, Group, Table } from '@mantine/core';
import type { PersonFieldsFragment } from '../../../generated/graphql.ts';
import { peopleText as text } from '../../../text/people.ts';
import { Initials } from '../../../ui/initials.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { PersonMenu } from './person-menu.tsx';

interface PeopleTableProps {
  people: readonly PersonFieldsFragment[];
  /** Id of the caller. */
  self: number | undefined;
  /** True for admins, who can change people. */
  canChange: boolean;
  onCreateKey: (account: PersonFieldsFragment) => void;
}

export function PeopleTable({ people, self, canChange, onCreateKey }: PeopleTableProps) {
  const columns = [text.columns.name, text.columns.role, ...(canChange ? [text.actions] : [])];
  return (
    <TableRegion label={text.table} columns={columns} minWidth={320}>
      {people.map((person) => (
        <Table.Tr key={person.userId}>
          <Table.Td>
            <Group gap={12} wrap="nowrap">
              <Initials name={person.name} of="person" size={32} />
              <div>
                <Group gap="0 8px">
                  <UserText text={person.name} maw="min(40vw, 400px)" fw={600} />
                  {person.userId === self && <Badge variant="default">{text.you}</Badge>}
                  {person.disabledAt != null && <Badge variant="default">{text.disabled}</Badge>}
                </Group>
                <UserText text={person.email} maw="min(40vw, 400px)" size="xs" c="dimmed" inherit={false} />
              </div>
            </Group>
          </Table.Td>
          <Table.Td>{person.kind === 'SERVICE' ? text.service : text.roles[person.role]}</Table.Td>
          {canChange && (
            <Table.Td>
              <PersonMenu
                person={person}
                isSelf={person.userId === self}
                onCreateKey={() => onCreateKey(person)}
              />
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </TableRegion>
  );
}
