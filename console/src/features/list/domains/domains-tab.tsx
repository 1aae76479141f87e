import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { ListDomainsPageDocument, type ListDomainsPageQuery } from '../../../generated/graphql.ts';
import { domainsText } from '../../../text/list-domains.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { useListId } from '../list-id.ts';
import { DomainsTable } from './domains-table.tsx';
import { PasteDomains } from './paste-domains.tsx';
import { useCompanies } from './use-companies.ts';

const PAGE_SIZE = 25;

type List = NonNullable<ListDomainsPageQuery['list']>;

/** Domains that were added to a list or excluded from it by hand, and a field that takes more of them. */
export function DomainsTab() {
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
      {canEdit ? <PasteDomains /> : <ReadOnly reason={domainsText.readOnly(owner.name)} />}
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
