import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { membersText } from '../../../text/members.ts';
import { Empty } from '../../../ui/empty.tsx';
import { useListFrame } from '../list-data.ts';

const text = membersText.empty;

interface NoMembersProps {
  listId: string;
  /** Whether the list has members, but none of this tier and search. */
  isFiltered: boolean;
}

/** Says what to do about a table without rows. */
export function NoMembers({ listId, isFiltered }: NoMembersProps) {
  const list = useListFrame(listId).data?.list;
  if (isFiltered) {
    return (
      <Empty title={membersText.noMatch.title}>
        <Text>{membersText.noMatch.body}</Text>
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/app/lists/$listId" params={{ listId }} />}
        >
          {membersText.noMatch.clear}
        </Button>
      </Empty>
    );
  }
  if (list?.accessLevel === 'VIEWER') {
    return (
      <Empty title={text.title}>
        <Text>{text.viewer}</Text>
      </Empty>
    );
  }
  return (
    <Empty title={text.title}>
      <Text maw="60ch">{hasFilter(list?.definition) ? text.filter : text.nothing}</Text>
      <Group gap="xs">
        <Button renderRoot={(props) => <Link {...props} to="/app/lists/$listId/edit" params={{ listId }} />}>
          {text.edit}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/app/lists/$listId/domains" params={{ listId }} />}
        >
          {text.domains}
        </Button>
      </Group>
    </Empty>
  );
}

const hasFilter = (definition: unknown): boolean =>
  typeof definition === 'object' && definition !== null && 'root' in definition && definition.root !== null;
