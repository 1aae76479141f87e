import { curlOf } from '../../lib/curl.ts';
import { listText } from '../../text/list.ts';
import { CopyAs } from '../../ui/copy-as.tsx';
import type { ListFrame } from './list-data.ts';

/** Copies the list in the forms of both APIs. */
export function ListCopy({ list: { listId, definition } }: { list: ListFrame }) {
  return (
    <CopyAs
      forms={[
        { label: listText.copy.definition, text: () => JSON.stringify(definition, null, 2) },
        { label: listText.copy.curl, text: () => curlOf({ path: `/v1/lists/${listId}` }) },
        { label: listText.copy.graphql, text: () => documentOf(listId) },
      ]}
    />
  );
}

const documentOf = (listId: number): string => `query {
  list(listId: ${listId}) {
    name
    accessLevel
    definition
    definitionVersion
    owner { name email }
    members(first: 100) {
      totalCount
      edges { cursor node { tier source company { name primaryDomain } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
