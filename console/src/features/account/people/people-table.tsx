import { Badge, Group, Table } from '@mantine/core';
import type { PersonFieldsFragment } from '../../../generated/graphql.ts';
import { peopleText as text } from '../../../text/people.ts';
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
  const columns = [...Object.values(text.columns), ...(canChange ? [text.actions] : [])];
  return (
    <TableRegion label={text.table} columns={columns} minWidth={640}>
      {people.map((person) => (
        <Table.Tr key={person.userId}>
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              <UserText text={person.name} maw={260} />
              {person.userId === self && <Badge variant="default">{text.you}</Badge>}
              {person.disabledAt != null && <Badge variant="default">{text.disabled}</Badge>}
            </Group>
          </Table.Td>
          <Table.Td>
            <UserText text={person.email} maw={320} />
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
