import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ListVersionsQuery } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { historyText } from '../../../text/list-history.ts';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useDefinitionSentence } from './definition-words.ts';

type List = NonNullable<ListVersionsQuery['list']>;
export type Version = NonNullable<List['versions']>['edges'][number]['node'];

interface VersionsTableProps {
  versions: readonly Version[];
  /** Number of the current version. */
  current: number;
  /** Asks whether to restore a version; undefined for viewers. */
  onRestore?: (version: Version) => void;
}

/** Versions of a filter, newest first. */
export function VersionsTable({ versions, current, onRestore }: VersionsTableProps) {
  const { version, when, who, filter, actions } = historyText.columns;
  return (
    <>
      <Title order={2}>{historyText.versions}</Title>
      <TableRegion
        label={historyText.versions}
        columns={[version, when, who, filter, actions]}
        minWidth={760}
      >
        {versions.map((each) => (
          <Row key={each.version} version={each} isCurrent={each.version === current} onRestore={onRestore} />
        ))}
      </TableRegion>
    </>
  );
}

interface RowProps {
  version: Version;
  isCurrent: boolean;
  onRestore: VersionsTableProps['onRestore'];
}

function Row({ version, isCurrent, onRestore }: RowProps) {
  const navigate = useNavigate({ from: '/app/lists/$listId/history' });
  const sentence = useDefinitionSentence(version.definition);
  const number = version.version;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {number}
          {isCurrent && (
            <Badge variant="outline" color="gray" tt="none" c="inherit" miw="max-content">
              {historyText.current}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <TimeAgo at={version.createdAt} />
      </Table.Td>
      <Table.Td>
        <UserText text={version.author.name} maw={140} />
      </Table.Td>
      <Table.Td>
        <Text lineClamp={2} component="bdi">
          {visibleText(sentence ?? historyText.unread)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {number > 1 && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={historyText.compareOf(number)}
              onClick={() => navigate({ search: { from: number - 1, to: number }, resetScroll: false })}
            >
              {historyText.compare}
            </Button>
          )}
          {onRestore && !isCurrent && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={historyText.restoreOf(number)}
              onClick={() => onRestore(version)}
            >
              {historyText.restore}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
