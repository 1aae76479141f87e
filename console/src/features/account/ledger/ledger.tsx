import { Anchor, Button, Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { useIsAdmin } from '../../../api/viewer.ts';
import { type CreditEntryKind, LedgerDocument } from '../../../generated/graphql.ts';
import { toCsv } from '../../../lib/csv.ts';
import { download } from '../../../lib/download.ts';
import { formatNumber } from '../../../lib/format.ts';
import { accountText } from '../../../text/account.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { type Entry, Receipt, withoutKey } from './receipt.tsx';

const text = accountText.ledger;
const PAGE = 50;
const KINDS: readonly CreditEntryKind[] = ['ENRICHMENT', 'EXPORT', 'GRANT'];

function toRow({ at, kind, amount, balanceAfter, apiKey, requestId, companies }: Entry) {
  const { prefix = '', label } = apiKey ?? {};
  return [at, kind, amount, balanceAfter, prefix, label ?? '', companies?.totalCount ?? 0, requestId ?? ''];
}

const HEADER = ['at', 'kind', 'amount', 'balance_after', 'key', 'label', 'companies', 'request_id'];

/** Changes of the credit balance, newest first. They sum to the balance. */
export function Ledger() {
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState<CreditEntryKind>();
  const [opened, setOpened] = useState<Entry>();
  const isAdmin = useIsAdmin();
  const query = useApiQuery(
    LedgerDocument,
    { first: PAGE, offset: (page - 1) * PAGE },
    { keepPrevious: true },
  );
  return (
    <Stack component="section" aria-label={text.title} gap="sm">
      <Title order={2}>{text.title}</Title>
      <Loaded query={query} lines={8}>
        {({ viewer: { organization } }) => {
          const entries = organization.creditEntries?.edges.map(({ node }) => node) ?? [];
          const shown = entries.filter((each) => kind === undefined || each.kind === kind);
          const save = () => download('ledger.csv', 'text/csv', [toCsv([HEADER, ...shown.map(toRow)])]);
          return (
            <>
              <Text fw={600}>{text.balance(formatNumber(organization.creditBalance))}</Text>
              <Text c="dimmed">{isAdmin ? text.adds : text.own}</Text>
              {entries.length === 0 ? (
                <Empty title={text.empty}>
                  <Text>{text.emptyBody}</Text>
                </Empty>
              ) : (
                <>
                  <Group justify="space-between" align="flex-end">
                    <NativeSelect
                      label={text.kindFilter}
                      value={kind ?? ''}
                      onChange={({ currentTarget }) =>
                        setKind(KINDS.find((each) => each === currentTarget.value))
                      }
                      data={[
                        { value: '', label: text.allKinds },
                        ...KINDS.map((value) => ({ value, label: text.kinds[value] })),
                      ]}
                    />
                    <Button variant="default" size="compact-sm" onClick={save}>
                      {text.download}
                    </Button>
                  </Group>
                  <Entries entries={shown} onOpen={setOpened} />
                  {shown.length === 0 && <Text role="status">{text.noneOnPage}</Text>}
                </>
              )}
              <Pager
                label={text.table}
                total={organization.creditEntries?.totalCount ?? 0}
                pageSize={PAGE}
                page={page}
                onPage={setPage}
              />
            </>
          );
        }}
      </Loaded>
      {opened && <Receipt entry={opened} onClose={() => setOpened(undefined)} />}
    </Stack>
  );
}

function Entries({ entries, onOpen }: { entries: readonly Entry[]; onOpen: (entry: Entry) => void }) {
  return (
    <TableRegion label={text.table} columns={[...Object.values(text.columns), text.receipt]} minWidth={760}>
      {entries.map((entry) => (
        <Table.Tr key={entry.entryId}>
          <Table.Td>
            <TimeAgo at={entry.at} />
          </Table.Td>
          <Table.Td>{text.kinds[entry.kind]}</Table.Td>
          <Table.Td>
            <UserText text={entry.apiKey?.label ?? entry.apiKey?.prefix ?? withoutKey(entry)} maw={160} />
          </Table.Td>
          <Table.Td>{formatNumber(entry.companies?.totalCount ?? 0)}</Table.Td>
          <Table.Td>{formatNumber(entry.amount)}</Table.Td>
          <Table.Td>{formatNumber(entry.balanceAfter)}</Table.Td>
          <Table.Td>
            <Anchor
              component="button"
              type="button"
              c="var(--action)"
              aria-label={text.openReceipt(entry.entryId)}
              onClick={() => onOpen(entry)}
            >
              {text.receiptOf(entry.entryId)}
            </Anchor>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableRegion>
  );
}
