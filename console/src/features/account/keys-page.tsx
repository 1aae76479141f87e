import { Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answered, useApiQuery } from '../../api/hooks.ts';
import { KeysDocument, type KeysQuery } from '../../generated/graphql.ts';
import { accountText } from '../../text/account.ts';
import { common } from '../../text/common.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';
import { CreateKey } from './keys/create-key.tsx';
import { KeyMenu } from './keys/key-menu.tsx';
import { Sparkline } from './keys/sparkline.tsx';

const text = accountText.keys;
const PAGE = 50;
const USAGE_DAYS = 30;

type KeyEdge = NonNullable<Answered<KeysQuery>['viewer']['apiKeys']>['edges'][number];

/** The keys that the caller may manage. */
export function KeysPage() {
  const [page, setPage] = useState(1);
  const [created, setCreated] = useState<string>();
  const [creating, setCreating] = useState(false);
  const variables = { first: PAGE, offset: (page - 1) * PAGE, usageDays: USAGE_DAYS };
  const keys = useApiQuery(KeysDocument, variables, { keepPrevious: true });
  return (
    <AccountPage section="keys" actions={<Button onClick={() => setCreating(true)}>{text.create}</Button>}>
      <Stack>
        <Text c="dimmed">{text.intro}</Text>
        <Loaded query={keys} lines={6}>
          {({ viewer: { apiKeys } }) => (
            <>
              <TableRegion label={text.table} columns={Object.values(text.columns)} minWidth={860}>
                {apiKeys?.edges.map(({ node }) => (
                  <KeyRow key={node.keyId} apiKey={node} onCreated={setCreated} />
                ))}
              </TableRegion>
              <Pager
                label={text.table}
                total={apiKeys?.totalCount ?? 0}
                pageSize={PAGE}
                page={page}
                onPage={setPage}
              />
            </>
          )}
        </Loaded>
      </Stack>
      <CreateKey opened={creating} onClose={() => setCreating(false)} onCreated={setCreated} />
      {created !== undefined && (
        <ShownOnce value={created} text={text.created} onClose={() => setCreated(undefined)} />
      )}
    </AccountPage>
  );
}

interface KeyRowProps {
  apiKey: KeyEdge['node'];
  onCreated: (key: string) => void;
}

function KeyRow({ apiKey, onCreated }: KeyRowProps) {
  const { prefix, label, status, lastUsedAt, expiresAt, user, usage, replacedBy } = apiKey;
  return (
    <Table.Tr>
      <Table.Td>
        <UserText text={label ?? text.noLabel} maw={240} fw={600} />
        <Text ff="monospace" size="xs" c="dimmed">{`${prefix}…`}</Text>
      </Table.Td>
      <Table.Td>
        <UserText text={user?.name ?? text.organization} maw={180} />
      </Table.Td>
      <Table.Td>
        {text.statuses[status]}
        {replacedBy && (
          <Text size="xs" c="dimmed">
            {text.replacedBy(replacedBy.prefix)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{lastUsedAt ? <TimeAgo at={lastUsedAt} /> : text.never}</Table.Td>
      <Table.Td>{expiresAt ? <TimeAgo at={expiresAt} /> : text.never}</Table.Td>
      <Table.Td>
        <Sparkline days={usage ?? []} length={USAGE_DAYS} />
      </Table.Td>
      <Table.Td>
        {status === 'ACTIVE' || status === 'HELD' ? (
          <KeyMenu apiKey={apiKey} onCreated={onCreated} />
        ) : (
          <span aria-hidden="true" title={common.none}>
            –
          </span>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
