import { curlOf } from '../../../lib/curl.ts';
import { editorText } from '../../../text/builder-editor.ts';
import type { CopyForm } from '../../../ui/copy-as.tsx';
import type { Editor } from '../draft/editor.ts';

const { curl, graphql, json } = editorText.toolbar;

/** Operation that answers what the builder shows. */
const OPERATION = `query Preview($definition: JSON!, $listId: ID) {
  previewCount(definitionJson: $definition, listId: $listId) {
    exactCount
    tierCounts { high medium exploratory }
    funnel { pointer exactCount }
    sample(first: 25) { name primaryDomain }
  }
}`;

/**
 * Forms of the finished part of a filter: a request over REST, one over GraphQL, and the definition.
 *
 * @param listId list whose definition is edited; undefined for a new one.
 */
export function copyForms(editor: Editor, listId: string | undefined): CopyForm[] {
  const definition = () => editor.produced().definition;
  return [
    {
      label: curl,
      text: () =>
        curlOf({
          method: 'POST',
          path: '/v1/lists/preview',
          body: {
            definition: definition(),
            ...(listId !== undefined && { list_id: Number(listId) }),
            funnel: true,
            sample: 25,
          },
        }),
    },
    {
      label: graphql,
      text: () =>
        curlOf({
          method: 'POST',
          path: '/graphql',
          body: {
            query: OPERATION,
            variables: { definition: definition(), ...(listId !== undefined && { listId }) },
          },
        }),
    },
    { label: json, text: () => JSON.stringify(definition(), null, 2) },
  ];
}
