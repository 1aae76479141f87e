import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import {
  AddDomainsDocument,
  ExcludeDomainsDocument,
  type HandPickedDomainFragment,
  ListDomainsPageDocument,
  type ListDomainsPageQuery,
  RemoveDomainDocument,
  UnexcludeDomainDocument,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { actionsColumn, column, DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notifyUndo } from '../../../ui/notify.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyLink } from '../company-link.tsx';
import { useListId } from '../search.ts';
import { type CompanyFound, type DomainKind, domainsText, useCompanies } from './domains.ts';
import { PasteDomains } from './paste-domains.tsx';

const PAGE_SIZE = 25;

type List = NonNullable<ListDomainsPageQuery['list']>;

/** Domains that were added to a list or excluded from it by hand, beside the page, and a field that takes more of them. */
export function DomainsDrawer({ onClose }: { onClose: () => void }) {
  const listId = useListId();
  const [added, setAdded] = useState(1);
  const [excluded, setExcluded] = useState(1);
  const offsetOf = (page: number) => (page - 1) * PAGE_SIZE;
  const query = useApiQuery(
    ListDomainsPageDocument,
    { listId, first: PAGE_SIZE, addedOffset: offsetOf(added), excludedOffset: offsetOf(excluded) },
    { keepPrevious: true },
  );
  return (
    <SideDrawer opened title="Domains by hand" size="xl" onClose={onClose}>
      <Loaded query={query} lines={10}>
        {({ list }) =>
          list && (
            <Domains
              list={list}
              pages={{ added, excluded }}
              onPage={{ added: setAdded, excluded: setExcluded }}
            />
          )
        }
      </Loaded>
    </SideDrawer>
  );
}

interface DomainsProps {
  list: List;
  pages: { added: number; excluded: number };
  onPage: { added: (page: number) => void; excluded: (page: number) => void };
}

function Domains({ list, pages, onPage }: DomainsProps) {
  const { accessLevel, owner, addedDomains, excludedDomains } = list;
  const canEdit = accessLevel !== 'VIEWER';
  const edges = [...(addedDomains?.edges ?? []), ...(excludedDomains?.edges ?? [])];
  const { known } = useCompanies(edges.flatMap(({ node }) => (node.companyId == null ? [] : [node.domain])));
  return (
    <Stack gap="xl">
      {canEdit ? (
        <PasteDomains />
      ) : (
        <ReadOnly
          reason={`You can read this list. To add or exclude domains you need access as editor; ask the owner, ${owner.name}.`}
        />
      )}
      {(['added', 'excluded'] as const).map((kind) => (
        <DomainsTable
          key={kind}
          kind={kind}
          connection={kind === 'added' ? addedDomains : excludedDomains}
          companies={known}
          canEdit={canEdit}
          pageSize={PAGE_SIZE}
          page={pages[kind]}
          onPage={onPage[kind]}
        />
      ))}
    </Stack>
  );
}

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
function DomainsTable({ kind, connection, companies, canEdit, pageSize, page, onPage }: DomainsTableProps) {
  const total = connection?.totalCount ?? 0;
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
        <DataTable
          label={domainsText.tables[kind]}
          rows={connection?.edges.map(({ node }) => node)}
          idOf={({ domain }) => domain}
          columns={[
            column<HandPickedDomainFragment>('Domain', ({ domain }) => <UserText text={domain} maw={280} />),
            column<HandPickedDomainFragment>('Company', ({ domain, companyId }) =>
              companyId == null ? (
                <Text c="dimmed">not tracked yet</Text>
              ) : (
                <CompanyLink name={companies.get(domain)?.name ?? domain} identifier={domain} />
              ),
            ),
            column<HandPickedDomainFragment>('By', ({ addedBy }) => (
              <UserText text={addedBy.name} maw={160} />
            )),
            column<HandPickedDomainFragment>('When', ({ addedAt }) => <TimeAgo at={addedAt} />),
            ...(canEdit
              ? [
                  actionsColumn<HandPickedDomainFragment>(({ domain }) => (
                    <Remove kind={kind} domain={domain} />
                  )),
                ]
              : []),
          ]}
        />
      )}
      <Pager label={domainsText.tables[kind]} total={total} pageSize={pageSize} page={page} onPage={onPage} />
    </Box>
  );
}

/** Takes an addition or an exclusion back. A message offers to undo it. */
function Remove({ kind, domain }: { kind: DomainKind; domain: string }) {
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
    <>
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
      {remove.error && <Problem error={remove.error} />}
    </>
  );
}
