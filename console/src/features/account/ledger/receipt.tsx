import { Stack, Table, Text } from '@mantine/core';
import type { Answered } from '../../../api/hooks.ts';
import type { LedgerQuery } from '../../../generated/graphql.ts';
import { formatMoment, formatNumber } from '../../../lib/format.ts';
import { accountText } from '../../../text/account.ts';
import { common } from '../../../text/common.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { UserText } from '../../../ui/user-text.tsx';

const text = accountText.ledger;

export type Entry = NonNullable<
  Answered<LedgerQuery>['viewer']['organization']['creditEntries']
>['edges'][number]['node'];

/** Names what took the place of a key: people spend credits in the console without one, and grants need none. */
export const withoutKey = ({ kind }: Entry): string => (kind === 'GRANT' ? common.none : text.console);

/** One entry of the ledger with all that is known of it. */
export function Receipt({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { entryId, at, kind, amount, balanceAfter, requestId, apiKey, companies } = entry;
  const facts: readonly [string, string][] = [
    [text.columns.at, formatMoment(at)],
    [text.columns.kind, text.kinds[kind]],
    [text.before, formatNumber(balanceAfter - amount)],
    [text.columns.amount, formatNumber(amount)],
    [text.columns.after, formatNumber(balanceAfter)],
    [text.columns.key, apiKey ? `${apiKey.label ?? ''} ${apiKey.prefix}…`.trim() : withoutKey(entry)],
    [text.request, requestId ?? common.none],
  ];
  const shown = companies?.edges ?? [];
  const total = companies?.totalCount ?? 0;
  return (
    <Dialog opened onClose={onClose} title={text.receiptOf(entryId)}>
      <Stack>
        <Table variant="vertical" aria-label={text.receiptOf(entryId)}>
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
            <Text fw={600}>{text.paidFor(common.companies(total, formatNumber(total)))}</Text>
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
            {total > shown.length && (
              <Text c="dimmed">{text.others(formatNumber(total - shown.length))}</Text>
            )}
          </div>
        )}
      </Stack>
    </Dialog>
  );
}
