import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answered, useApiQuery } from '../../api/hooks.ts';
import { type ApiKeyStatus, KeysDocument, type KeysQuery } from '../../generated/graphql.ts';
import { formatNumber, lastDays } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { actionsColumn, type Column, column } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { usePages } from '../../ui/pager.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Note, UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';
import { CREATED_KEY, CreateKey, RevokeKey, RotateKey, UpdateKey } from './keys/key-dialogs.tsx';

const USAGE_DAYS = 30;
const STATUSES: Record<ApiKeyStatus, string> = {
  ACTIVE: 'Active',
  HELD: 'Held since a restore',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
};

type Key = NonNullable<Answered<KeysQuery>['viewer']['apiKeys']>['edges'][number]['node'];

/** The keys that the caller may manage. */
export default function KeysPage() {
  const { variables, pages } = usePages(50);
  const [created, setCreated] = useState<string>();
  const [creating, setCreating] = useState(false);
  const keys = useApiQuery(KeysDocument, { ...variables, usageDays: USAGE_DAYS }, { keepPrevious: true });
  return (
    <AccountPage section="keys" actions={<Button onClick={() => setCreating(true)}>Create a key</Button>}>
      <Stack>
        <Text c="dimmed">A key is a password for programs. It is shown once, when it is created.</Text>
        <Loaded query={keys} lines={6}>
          {({ viewer: { apiKeys } }) => (
            <PagedTable
              label="API keys"
              total={apiKeys?.totalCount ?? 0}
              pages={pages}
              rows={apiKeys?.edges.map(({ node }) => node)}
              idOf={({ keyId }) => keyId}
              columns={[
                ...COLUMNS,
                actionsColumn<Key>((apiKey) => <KeyMenu apiKey={apiKey} onCreated={setCreated} />),
              ]}
            />
          )}
        </Loaded>
      </Stack>
      <CreateKey opened={creating} onClose={() => setCreating(false)} onCreated={setCreated} />
      {created !== undefined && (
        <ShownOnce value={created} text={CREATED_KEY} onClose={() => setCreated(undefined)} />
      )}
    </AccountPage>
  );
}

const COLUMNS: readonly Column<Key>[] = [
  column('Key', ({ label, prefix }) => (
    <>
      <UserText text={label ?? 'no label'} maw={240} fw={600} />
      <Note ff="monospace">{prefix}…</Note>
    </>
  )),
  column('Owner', ({ user }) => <UserText text={user?.name ?? 'Organization'} maw={180} />),
  column('Status', ({ status, replacedBy }) => (
    <>
      {STATUSES[status]}
      {replacedBy && <Note>{`replaced by ${replacedBy.prefix}…`}</Note>}
    </>
  )),
  column('Last used', ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo at={lastUsedAt} /> : 'never')),
  column('Expires', ({ expiresAt }) => (expiresAt ? <TimeAgo at={expiresAt} /> : 'never')),
  column('Requests, 30 days', ({ usage }) => <Sparkline days={usage ?? []} />),
  column('Credits this month', ({ monthlyCreditLimit: limit, monthlyCreditsSpent: spent }) =>
    limit == null ? formatNumber(spent) : `${formatNumber(spent)} of ${formatNumber(limit)}`,
  ),
];

/** Menu of the actions on an active key. A held one can only be revoked, and others cannot be changed. */
function KeyMenu({ apiKey, onCreated }: { apiKey: Key; onCreated: (key: string) => void }) {
  const isActive = apiKey.status === 'ACTIVE';
  if (!isActive && apiKey.status !== 'HELD') {
    return (
      <span aria-hidden="true" title={common.none}>
        –
      </span>
    );
  }
  return (
    <ActionMenu
      label={`Actions for ${apiKey.prefix}…`}
      button={{ c: 'inherit' }}
      actions={[
        isActive && {
          label: 'Label, expiry, limit',
          dialog: (onClose) => <UpdateKey {...{ apiKey, onClose }} />,
        },
        isActive && {
          label: 'Rotate',
          dialog: (onClose) => <RotateKey {...{ apiKey, onClose, onCreated }} />,
        },
        { label: 'Revoke', danger: true, dialog: (onClose) => <RevokeKey {...{ apiKey, onClose }} /> },
      ]}
    />
  );
}

/**
 * Requests of each day as small bars, the oldest at the left. The number of all stands beside them.
 *
 * @param days days with requests; those without any are left out.
 */
function Sparkline({ days }: { days: readonly { day: string; requests: number }[] }) {
  const byDay = new Map(days.map(({ day, requests }) => [day, requests]));
  const bars = lastDays(USAGE_DAYS).map((day) => ({ day, requests: byDay.get(day) ?? 0 }));
  const most = Math.max(1, ...bars.map(({ requests }) => requests));
  const total = formatNumber(bars.reduce((sum, { requests }) => sum + requests, 0));
  return (
    <Group gap="xs" wrap="nowrap">
      <svg
        viewBox={`0 0 ${USAGE_DAYS * 3} 20`}
        width={90}
        height={20}
        fill="var(--mantine-primary-color-filled)"
        aria-hidden="true"
      >
        {bars.map(({ day, requests }, index) => {
          const height = requests === 0 ? 0 : Math.max(1, (20 * requests) / most);
          return <rect key={day} x={index * 3} y={20 - height} width={2} height={height} />;
        })}
      </svg>
      <span title={`${total} requests in 30 days`}>{total}</span>
    </Group>
  );
}
