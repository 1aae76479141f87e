import { Badge, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { useIsAdmin } from '../../api/viewer.ts';
import { PeopleDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { accountText } from '../../text/account.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';
import { Invite } from './people/invite.tsx';
import { ShownOnce } from './shown-once.tsx';

const text = accountText.people;
const PAGE = 200;

/** Everybody in the organization. */
export function PeoplePage() {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<{ link: string; mailed: boolean }>();
  const isAdmin = useIsAdmin();
  const people = useApiQuery(
    PeopleDocument,
    { first: PAGE, offset: (page - 1) * PAGE },
    { keepPrevious: true },
  );
  const wanted = search.trim().toLowerCase();
  return (
    <AccountPage section="people">
      {isInviting && (
        <Invite
          onClose={() => setInviting(false)}
          onInvited={(link, mailed) => {
            setInviting(false);
            setInvited({ link, mailed });
          }}
        />
      )}
      {invited && (
        <ShownOnce
          value={invited.link}
          text={invited.mailed ? text.mailed : text.invited}
          onClose={() => setInvited(undefined)}
        />
      )}
      <Loaded query={people} lines={8}>
        {({ viewer: { user, organization } }) => {
          const all = organization.users?.edges.map(({ node }) => node) ?? [];
          const shown = all.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted));
          return (
            <Stack>
              <Text style={{ overflowWrap: 'anywhere' }}>{text.intro(visibleText(organization.name))}</Text>
              <Group align="flex-end" justify="space-between">
                <TextInput
                  label={text.search}
                  value={search}
                  onChange={({ currentTarget }) => setSearch(currentTarget.value)}
                  flex="0 1 360px"
                />
                {isAdmin && <Button onClick={() => setInviting(true)}>{text.invite}</Button>}
              </Group>
              <TableRegion label={text.table} columns={Object.values(text.columns)}>
                {shown.map(({ userId, name, email, role }) => (
                  <Table.Tr key={userId}>
                    <Table.Td>
                      <Group gap="xs" wrap="nowrap">
                        <UserText text={name} maw={260} />
                        {userId === user?.userId && <Badge variant="default">{text.you}</Badge>}
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      <UserText text={email} maw={320} />
                    </Table.Td>
                    <Table.Td>{text.roles[role]}</Table.Td>
                  </Table.Tr>
                ))}
              </TableRegion>
              {shown.length === 0 && <Text role="status">{text.none}</Text>}
              <Pager
                label={text.table}
                total={organization.users?.totalCount ?? 0}
                pageSize={PAGE}
                page={page}
                onPage={setPage}
              />
              {!isAdmin && <Text>{text.adding}</Text>}
            </Stack>
          );
        }}
      </Loaded>
    </AccountPage>
  );
}
