import { Box, Button, Table, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  AddDomainsDocument,
  ExcludeDomainsDocument,
  type HandPickedDomainFragment,
  RemoveDomainDocument,
  UnexcludeDomainDocument,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { domainsText } from '../../../text/list-domains.ts';
import { notifyUndo } from '../../../ui/notify.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyLink } from '../company-link.tsx';
import { useListId } from '../list-id.ts';
import type { CompanyFound } from './companies-of-domains.ts';
import type { DomainKind } from './stored-domains.ts';

interface DomainsTableProps {
  kind: DomainKind;
  connection: { totalCount: number; edges: readonly { node: HandPickedDomainFragment }[] } | null | undefined;
  companies: ReadonlyMap<string, CompanyFound | null>;
  canEdit: boolean;
  pageSize: number;
  page: number;
  onPage: (page: number) => void;
}

/** A page of the domains that were added or excluded, latest first. */
export function DomainsTable({
  kind,
  connection,
  companies,
  canEdit,
  pageSize,
  page,
  onPage,
}: DomainsTableProps) {
  const total = connection?.totalCount ?? 0;
  const { domain, company, by, when, actions } = domainsText.domainColumns;
  const columns = [domain, company, by, when, ...(canEdit ? [actions] : [])];
  const last = Math.max(1, Math.ceil(total / pageSize));
  // Removing the only domain of the last page would leave an empty page.
  useEffect(() => {
    if (page > last) onPage(last);
  }, [page, last, onPage]);
  return (
    <Box>
      <Title order={2} mb="xs">
        {domainsText.tables[kind]} ({formatNumber(total)})
      </Title>
      {total === 0 ? (
        <Text>{domainsText.none[kind]}</Text>
      ) : (
        <TableRegion label={domainsText.tables[kind]} columns={columns} minWidth={680}>
          {(connection?.edges ?? []).map(({ node }) => (
            <Row
              key={node.domain}
              kind={kind}
              row={node}
              company={companies.get(node.domain)?.name ?? node.domain}
              canEdit={canEdit}
            />
          ))}
        </TableRegion>
      )}
      <Pager label={domainsText.tables[kind]} total={total} pageSize={pageSize} page={page} onPage={onPage} />
    </Box>
  );
}

interface RowProps {
  kind: DomainKind;
  row: HandPickedDomainFragment;
  /** Name of the company; its domain until the name is known. */
  company: string;
  canEdit: boolean;
}

function Row({ kind, row: { domain, companyId, addedAt, addedBy }, company, canEdit }: RowProps) {
  const listId = useListId();
  const removal = useApiMutation(RemoveDomainDocument);
  const lifting = useApiMutation(UnexcludeDomainDocument);
  const remove = kind === 'added' ? removal : lifting;
  const adding = useApiMutation(AddDomainsDocument);
  const excluding = useApiMutation(ExcludeDomainsDocument);
  const undo = () =>
    (kind === 'added' ? adding : excluding).mutateAsync({ input: { listId, domains: [domain] } });
  const done = () => notifyUndo(domainsText.removed[kind](domain), undo);
  return (
    <Table.Tr>
      <Table.Td>
        <UserText text={domain} maw={280} />
        {remove.error && <Problem error={remove.error} />}
      </Table.Td>
      <Table.Td>
        {companyId == null ? (
          <Text c="dimmed">{domainsText.notTracked}</Text>
        ) : (
          <CompanyLink name={company} identifier={domain} />
        )}
      </Table.Td>
      <Table.Td>
        <UserText text={addedBy.name} maw={160} />
      </Table.Td>
      <Table.Td>
        <TimeAgo at={addedAt} />
      </Table.Td>
      {canEdit && (
        <Table.Td>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={domainsText.removeOf[kind](domain)}
            loading={remove.isPending}
            onClick={() =>
              // A promise: this row has gone when the table is read again.
              void remove.mutateAsync({ input: { listId, domain } }).then(done, () => undefined)
            }
          >
            {domainsText.remove[kind]}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
