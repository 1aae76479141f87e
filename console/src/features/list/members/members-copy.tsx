import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { curlOf } from '../../../lib/curl.ts';
import { membersText } from '../../../text/members.ts';
import { CopyAs } from '../../../ui/copy-as.tsx';
import { PAGE_SIZE } from './member-pages.ts';
import type { MemberRows } from './member-rows.ts';
import { type MembersSearch, toOrder } from './search.ts';

interface MembersCopyProps {
  listId: string;
  search: MembersSearch;
  rows: MemberRows<MemberRowFragment>;
}

/** Copies what the table shows in the forms of both APIs. */
export function MembersCopy({ listId, search, rows }: MembersCopyProps) {
  return (
    <CopyAs
      forms={[
        { label: membersText.copy.curl, text: () => curlOf({ path: restPath(listId, search) }) },
        { label: membersText.copy.graphql, text: () => documentOf(listId, search) },
        { label: membersText.copy.json, text: () => JSON.stringify(allRows(rows), null, 2) },
      ]}
    />
  );
}

/** Returns the path of the first page over REST. */
function restPath(listId: string, { tier, search, sort }: MembersSearch): string {
  const parameters = new URLSearchParams({ limit: String(PAGE_SIZE) });
  if (tier) parameters.set('tier', tier.toLowerCase());
  if (search) parameters.set('search_name_or_domain', search);
  if (sort) parameters.set('sort', sort);
  parameters.set('include', 'firmographics');
  return `/v1/lists/${listId}/members?${parameters}`;
}

function documentOf(listId: string, { tier, search, sort }: MembersSearch): string {
  const order = toOrder(sort);
  const args = [
    `first: ${PAGE_SIZE}`,
    ...(tier ? [`tier: ${tier}`] : []),
    ...(search ? [`search: ${JSON.stringify(search)}`] : []),
    ...(order ? [`orderBy: {field: ${order.field}, direction: ${order.direction}}`] : []),
  ].join(', ');
  return `query {
  list(listId: ${JSON.stringify(listId)}) {
    members(${args}) {
      totalCount
      edges {
        cursor
        node {
          tier
          source
          reasons { condition met negated firstSeen lastSeen }
          company { name slug primaryDomain partnershipCount firmographics { country employeeRange industry foundedYear technologyCount } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
}

const allRows = (rows: MemberRows<MemberRowFragment>): (MemberRowFragment | undefined)[] =>
  Array.from({ length: rows.count }, (_, index) => rows.at(index));
