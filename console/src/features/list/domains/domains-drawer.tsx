import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import {
  AddDomainsDocument,
  ExcludeDomainsDocument,
  type HandPickedDomainFragment,
  ListDomainsPageDocument,
  RemoveDomainDocument,
  UnexcludeDomainDocument,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { actionsColumn, type Column, column } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notifyUndo } from '../../../ui/notify.ts';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { usePages } from '../../../ui/pager.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { CompanyLink } from '../company-link.tsx';
import { useOpenList } from '../list-data.ts';
import { useListId } from '../search.ts';
import type { DomainKind } from './domains.ts';
import { PasteDomains } from './paste-domains.tsx';

/** Domains that were added to a list or excluded from it by hand, beside the page, and a field that takes more of them. */
export function DomainsDrawer({ onClose }: { onClose: () => void }) {
  const listId = useListId();
  const { accessLevel, owner } = useOpenList().list;
  const canEdit = accessLevel !== 'VIEWER';
  const added = usePages(25);
  const excluded = usePages(25);
  const query = useApiQuery(
    ListDomainsPageDocument,
    {
      listId,
      first: added.variables.first,
      addedOffset: added.variables.offset,
      excludedOffset: excluded.variables.offset,
    },
    { keepPrevious: true },
  );
  return (
    <SideDrawer opened title="Domains by hand" size="xl" onClose={onClose}>
      <Loaded query={query} lines={10}>
        {({ list }) => (
          <Stack gap="xl">
            {canEdit ? (
              <PasteDomains />
            ) : (
              <ReadOnly
                reason={`You can read this list. To add or exclude domains you need access as editor; ask the owner, ${owner.name}.`}
              />
            )}
            <DomainsTable
              kind="added"
              connection={list?.addedDomains}
              pages={added.pages}
              canEdit={canEdit}
            />
            <DomainsTable
              kind="excluded"
              connection={list?.excludedDomains}
              pages={excluded.pages}
              canEdit={canEdit}
            />
          </Stack>
        )}
      </Loaded>
    </SideDrawer>
  );
}

const TEXTS = {
  added: {
    table: 'Added by hand',
    none: 'No domain was added by hand. Added companies are members whatever the filter says.',
    remove: 'Remove',
    removeOf: (domain: string) => `Remove ${domain}`,
    removed: (domain: string) => `${domain} is no longer added by hand.`,
  },
  excluded: {
    table: 'Excluded by hand',
    none: 'No domain is excluded. Excluded companies are never members, whatever the filter says.',
    remove: 'Lift',
    removeOf: (domain: string) => `Lift the exclusion of ${domain}`,
    removed: (domain: string) => `${domain} is no longer excluded.`,
  },
} as const;

interface DomainsTableProps {
  kind: DomainKind;
  connection: { totalCount: number; edges: readonly { node: HandPickedDomainFragment }[] } | null | undefined;
  pages: ReturnType<typeof usePages>['pages'];
  canEdit: boolean;
}

/** A page of the domains that were added or excluded, latest first. */
function DomainsTable({ kind, connection, pages, canEdit }: DomainsTableProps) {
  const total = connection?.totalCount ?? 0;
  const { page, pageSize, onPage } = pages;
  const last = Math.max(1, Math.ceil(total / pageSize));
  // Removing the only domain of the last page would leave an empty page.
  useEffect(() => {
    if (page > last) onPage(last);
  }, [page, last, onPage]);
  const columns: Column<HandPickedDomainFragment>[] = [
    column('Domain', ({ domain }) => <UserText text={domain} maw={280} />),
    column('Company', ({ domain, company }) =>
      company ? (
        <CompanyLink name={company.name} identifier={domain} />
      ) : (
        <Text c="dimmed">not tracked yet</Text>
      ),
    ),
    column('By', ({ addedBy }) => <UserText text={addedBy.name} maw={160} />),
    column('When', ({ addedAt }) => <TimeAgo at={addedAt} />),
    ...(canEdit
      ? [actionsColumn<HandPickedDomainFragment>(({ domain }) => <Remove kind={kind} domain={domain} />)]
      : []),
  ];
  return (
    <Box>
      <Title order={2} mb="xs">
        {TEXTS[kind].table} ({formatNumber(total)})
      </Title>
      <PagedTable
        label={TEXTS[kind].table}
        rows={connection?.edges.map(({ node }) => node)}
        idOf={({ domain }) => domain}
        columns={columns}
        empty={<Text>{TEXTS[kind].none}</Text>}
        {...{ total, pages }}
      />
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
  const done = () => notifyUndo(TEXTS[kind].removed(domain), undo);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={TEXTS[kind].removeOf(domain)}
        loading={remove.isPending}
        onClick={() =>
          // A promise: this row has gone when the table is read again.
          void remove.mutateAsync({ input: { listId, domain } }).then(done, () => undefined)
        }
      >
        {TEXTS[kind].remove}
      </Button>
      {remove.error && <Problem error={remove.error} />}
    </>
  );
}
