import { Badge, Code, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { PeopleDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { accountText } from '../../text/account.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';

const text = accountText.people;
const PAGE = 200;

/** Everybody in the organization. */
export function PeoplePage() {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const people = useApiQuery(
    PeopleDocument,
    { first: PAGE, offset: (page - 1) * PAGE },
    { keepPrevious: true },
  );
  const wanted = search.trim().toLowerCase();
  return (
    <AccountPage section="people">
      <Loaded query={people} lines={8}>
        {({ viewer: { user, organization } }) => {
          const all = organization.users?.edges.map(({ node }) => node) ?? [];
          const shown = all.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted));
          return (
            <Stack>
              <Text style={{ overflowWrap: 'anywhere' }}>{text.intro(visibleText(organization.name))}</Text>
              <TextInput
                label={text.search}
                value={search}
                onChange={({ currentTarget }) => setSearch(currentTarget.value)}
                maw={360}
              />
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
              <details>
                <summary>{text.adding}</summary>
                <Text my="xs">{text.addingBody}</Text>
                <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {text.addingCommand(visibleText(organization.name))}
                </Code>
              </details>
            </Stack>
          );
        }}
      </Loaded>
    </AccountPage>
  );
}
