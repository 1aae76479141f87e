import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useViewer } from '../../../api/viewer.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { useListId } from '../list-id.ts';
import { GrantForm } from './grant-form.tsx';
import { LeaveList } from './leave-list.tsx';
import { OrganizationAccess } from './organization-access.tsx';
import { PeopleTable } from './people-table.tsx';
import { type Sharing, useSharing } from './permissions.ts';
import { PersonLine } from './person-picker.tsx';
import { TransferList } from './transfer-list.tsx';

/** Users with access to a list. The owner shares, changes, revokes and transfers; others read, and can leave. */
export function SharingTab() {
  const query = useSharing(useListId());
  return (
    <Loaded query={query} lines={8}>
      {(sharing) => <Access sharing={sharing} />}
    </Loaded>
  );
}

function Access({ sharing }: { sharing: Sharing }) {
  const { accessLevel, owner } = sharing;
  const userId = useViewer().data?.viewer.user.userId;
  const isOwner = accessLevel === 'OWNER';
  return (
    <Stack gap="xl" maw={900}>
      {!isOwner && <ReadOnly reason={sharingText.readOnly(owner.name)} />}
      <Box>
        <Title order={2} mb="xs">
          {sharingText.owner}
        </Title>
        <Group gap="lg">
          <PersonLine person={owner} />
          <Text c="dimmed">{sharingText.ownerCan}</Text>
        </Group>
      </Box>
      <OrganizationAccess sharing={sharing} />
      <PeopleTable sharing={sharing} />
      {isOwner && <GrantForm sharing={sharing} />}
      {isOwner && <TransferList owner={owner} />}
      {!isOwner && userId !== undefined && <LeaveList sharing={sharing} userId={userId} />}
    </Stack>
  );
}
