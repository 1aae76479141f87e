import { Box, Button, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { GrantAccessDocument } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useListId } from '../list-id.ts';
import { type GrantableLevel, LevelSelect } from './level-select.tsx';
import type { Sharing } from './permissions.ts';
import { PersonLine } from './person-picker.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

const PAGE_SIZE = 50;

type Access = Sharing['people'][number];

/** People with access of their own. The owner changes and revokes it. */
export function PeopleTable({ sharing: { accessLevel, organization, people } }: { sharing: Sharing }) {
  const [asked, setPage] = useState(1);
  const [revoking, setRevoking] = useState<Access>();
  const page = Math.min(asked, Math.max(1, Math.ceil(people.length / PAGE_SIZE)));
  const shown = people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const isOwner = accessLevel === 'OWNER';
  const { person, access, granted, actions } = sharingText.columns;
  const keeps = organization ? ` ${sharingText.stillOrganization}` : '';
  const name = revoking?.user.name ?? '';
  return (
    <Box>
      <Title order={2} mb="xs">
        {sharingText.people} ({formatNumber(people.length)})
      </Title>
      {people.length === 0 && <Text>{sharingText.nobody}</Text>}
      {people.length > 0 && (
        <TableRegion
          label={sharingText.people}
          columns={isOwner ? [person, access, granted, actions] : [person, access, granted]}
          minWidth={620}
        >
          {shown.map((each) => (
            <Row key={each.permissionId} access={each} isOwner={isOwner} onRevoke={() => setRevoking(each)} />
          ))}
        </TableRegion>
      )}
      <Pager
        label={sharingText.people}
        total={people.length}
        pageSize={PAGE_SIZE}
        page={page}
        onPage={setPage}
      />
      <RevokeDialog
        permission={revoking}
        title={sharingText.revokeTitle(name)}
        effect={sharingText.revokeEffect(name) + keeps}
        onClose={() => setRevoking(undefined)}
      />
    </Box>
  );
}

function Row({ access, isOwner, onRevoke }: { access: Access; isOwner: boolean; onRevoke: () => void }) {
  const listId = useListId();
  const grant = useApiMutation(GrantAccessDocument);
  const { user, accessLevel, grantedBy, createdAt } = access;
  const name = visibleText(user.name);
  const change = (level: GrantableLevel) =>
    grant.mutate({ input: { listId, accessLevel: level, to: { userId: user.userId } } });
  return (
    <Table.Tr>
      <Table.Td maw={280}>
        <PersonLine person={user} />
      </Table.Td>
      <Table.Td>
        {isOwner ? (
          <LevelSelect
            label={sharingText.accessOf(name)}
            value={accessLevel}
            disabled={grant.isPending}
            onChange={change}
          />
        ) : (
          sharingText.levels[accessLevel]
        )}
        {grant.error && <Problem error={grant.error} />}
      </Table.Td>
      <Table.Td maw={200}>
        <TimeAgo at={createdAt} />
        <UserText text={`${sharingText.by} ${grantedBy.name}`} size="xs" c="dimmed" />
      </Table.Td>
      {isOwner && (
        <Table.Td>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={sharingText.revokeOf(name)}
            // What is revoked can be restored, at the level that it had.
            disabled={grant.isPending}
            onClick={onRevoke}
          >
            {sharingText.revoke}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
