import { Anchor, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answered, useApiQuery } from '../../api/hooks.ts';
import { useIsAdmin } from '../../api/viewer.ts';
import { type CreditEntryKind, LedgerDocument, type LedgerQuery } from '../../generated/graphql.ts';
import { toCsv } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import { formatMoment, formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { type Column, column, DataTable, numberColumn } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { Section } from '../../ui/section.tsx';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';
import { Usage } from './usage/usage.tsx';

export default function CreditsPage() {
  return (
    <AccountPage section="credits">
      <Stack gap="xl">
        <Ledger />
        <Usage />
      </Stack>
    </AccountPage>
  );
}

const COLUMNS = { at: 'When', kind: 'What', key: 'Key', amount: 'Credits', after: 'Balance after' } as const;
const KINDS: Record<CreditEntryKind, string> = {
  ENRICHMENT: 'Enrichment',
  EXPORT: 'Export',
  GRANT: 'Grant',
};

function toRow({ at, kind, amount, balanceAfter, apiKey, requestId, via, companies }: Entry) {
  const { prefix = '', label } = apiKey ?? {};
  const request = [requestId ?? '', via ?? ''];
  return [at, kind, amount, balanceAfter, prefix, label ?? '', companies?.totalCount ?? 0, ...request];
}

const HEADER = ['at', 'kind', 'amount', 'balance_after', 'key', 'label', 'companies', 'request_id', 'via'];

/** Changes of the credit balance, newest first. They sum to the balance. */
function Ledger() {
  const { variables, pages } = usePages(50);
  const [kind, setKind] = useState<CreditEntryKind | ''>('');
  const [opened, setOpened] = useState<Entry>();
  const isAdmin = useIsAdmin();
  const query = useApiQuery(LedgerDocument, variables, { keepPrevious: true });
  return (
    <Section gap="sm" title="Credits">
      <Loaded query={query} lines={8}>
        {({ viewer: { organization } }) => {
          const entries = organization.creditEntries?.edges.map(({ node }) => node) ?? [];
          const shown = entries.filter((each) => kind === '' || each.kind === kind);
          const save = () => download('ledger.csv', 'text/csv', [toCsv([HEADER, ...shown.map(toRow)])]);
          return (
            <>
              <Text fw={600}>Balance: {formatNumber(organization.creditBalance)} credits</Text>
              <Text c="dimmed">
                {isAdmin
                  ? 'Each entry is kept for ever. Together they sum to the balance.'
                  : 'You see the charges of your own keys. Admins see all entries.'}
              </Text>
              {entries.length === 0 ? (
                <Empty title="No charges yet">
                  <Text>Enrichment and exports cost credits. Look-ups, lists and counts are free.</Text>
                </Empty>
              ) : (
                <>
                  <Group justify="space-between" align="flex-end">
                    <NativeSelect
                      label="Show"
                      value={kind}
                      onChange={({ currentTarget }) => setKind(currentTarget.value as typeof kind)}
                      data={[
                        { value: '', label: 'All entries' },
                        ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
                      ]}
                    />
                    <SmallButton onClick={save}>Download as CSV</SmallButton>
                  </Group>
                  <DataTable
                    label="Credit entries"
                    rows={shown}
                    idOf={({ entryId }) => entryId}
                    empty={<Text role="status">No such entries on this page.</Text>}
                    columns={[
                      ...ENTRY_COLUMNS,
                      column<Entry>('Receipt', (entry) => (
                        <Anchor
                          component="button"
                          type="button"
                          c="var(--action)"
                          aria-label={`Open receipt ${entry.entryId}`}
                          onClick={() => setOpened(entry)}
                        >
                          Receipt {entry.entryId}
                        </Anchor>
                      )),
                    ]}
                  />
                </>
              )}
              <Pager label="Credit entries" total={organization.creditEntries?.totalCount ?? 0} {...pages} />
            </>
          );
        }}
      </Loaded>
      {opened && <Receipt entry={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  column(COLUMNS.at, ({ at }) => <TimeAgo at={at} />),
  column(COLUMNS.kind, kindOf),
  column(COLUMNS.key, (entry) => (
    <UserText text={entry.apiKey?.label ?? entry.apiKey?.prefix ?? withoutKey(entry)} maw={160} />
  )),
  numberColumn('companies', 'Companies', ({ companies }) => companies?.totalCount ?? 0),
  numberColumn('amount', COLUMNS.amount, ({ amount }) => amount),
  numberColumn('after', COLUMNS.after, ({ balanceAfter }) => balanceAfter),
];

type Entry = NonNullable<
  Answered<LedgerQuery>['viewer']['organization']['creditEntries']
>['edges'][number]['node'];

/** Names the reason of an entry, and says if an agent spent the credits. */
function kindOf({ kind, via }: Entry): string {
  return via ? `${KINDS[kind]}, by an agent` : KINDS[kind];
}

/** Names what took the place of a key: people spend credits in the console without one, and grants need none. */
const withoutKey = ({ kind }: Entry): string => (kind === 'GRANT' ? common.none : 'Console');

/** One entry of the ledger with all that is known of it. */
function Receipt({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { entryId, at, amount, balanceAfter, requestId, apiKey, companies } = entry;
  const facts: readonly [string, string][] = [
    [COLUMNS.at, formatMoment(at)],
    [COLUMNS.kind, kindOf(entry)],
    ['Balance before', formatNumber(balanceAfter - amount)],
    [COLUMNS.amount, formatNumber(amount)],
    [COLUMNS.after, formatNumber(balanceAfter)],
    [COLUMNS.key, apiKey ? `${apiKey.label ?? ''} ${apiKey.prefix}…`.trim() : withoutKey(entry)],
    ['Request', requestId ?? common.none],
  ];
  const shown = companies?.edges ?? [];
  const total = companies?.totalCount ?? 0;
  return (
    <Dialog opened onClose={onClose} title={`Receipt ${entryId}`}>
      <Stack>
        <Table variant="vertical" aria-label={`Receipt ${entryId}`}>
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={140}>{name}</Table.Th>
                <Table.Td>
                  <UserText text={value} maw={260} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {total > 0 && (
          <div>
            <Text fw={600}>Paid for {common.companies(total, formatNumber(total))}</Text>
            {shown.map(({ node }) => (
              <PageLink
                key={node.companyId}
                to="/app/companies/$identifier"
                params={{ identifier: node.slug }}
                display="block"
                mih={24}
              >
                <UserText text={node.name} />
              </PageLink>
            ))}
            {total > shown.length && <Text c="dimmed">and {formatNumber(total - shown.length)} more</Text>}
          </div>
        )}
      </Stack>
    </Dialog>
  );
}
