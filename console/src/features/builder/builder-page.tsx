import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { type LoadedCatalogue, useCatalogue } from '../../preview/use-catalogue.ts';
import { editorText } from '../../text/builder-editor.ts';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { BrokenDraft } from './draft/broken-draft.tsx';
import { preloadHeads } from './draft/kept-draft.ts';
import { type SavedList, toSaved, useSavedList } from './draft/use-saved-list.ts';
import { useStart } from './draft/use-start.ts';
import { Workspace } from './workspace.tsx';

const texts = editorText.page;

/** The list builder, of a new list or of the list in the address. */
export function BuilderPage() {
  const { listId } = useParams({ strict: false });
  return <BuilderOf key={listId ?? 'new'} listId={listId} />;
}

function BuilderOf({ listId }: { listId: string | undefined }) {
  useEffect(preloadHeads, []);
  const { query, isGone } = useSavedList(listId);
  const loaded = useCatalogue();
  const found = query.data?.list;
  const list = useMemo<SavedList | undefined>(
    () =>
      found
        ? {
            ...toSaved(found.definitionVersion, found.definition),
            listId: String(found.listId),
            name: found.name,
            canEdit: found.accessLevel !== 'VIEWER',
            byHand: {
              added: found.addedDomains?.totalCount ?? 0,
              excluded: found.excludedDomains?.totalCount ?? 0,
            },
          }
        : undefined,
    [found],
  );
  const title = list?.name ?? (listId === undefined ? texts.newList : texts.edit);
  // A list that was loaded stays when it is deleted or cannot be read again.
  const error = loaded.error ?? (list ? null : query.error);
  if (error) {
    return (
      <Page title={title}>
        <Problem error={error} onRetry={() => (loaded.error ? loaded.refetch() : void query.refetch())} />
      </Page>
    );
  }
  if (!loaded.catalogue || (listId !== undefined && !list)) return <Loading title={title} />;
  return <Started {...{ loaded, list, title, isGone }} />;
}

interface StartedProps {
  loaded: LoadedCatalogue;
  list: SavedList | undefined;
  title: string;
  isGone: boolean;
}

function Started({ loaded, list, title, isGone }: StartedProps) {
  const { catalogue, examples } = loaded;
  const { start, begin, beginEmpty } = useStart(list, catalogue);
  if (!start || !catalogue) return <Loading title={title} />;
  if ('broken' in start) {
    return (
      <Page title={title}>
        <BrokenDraft reason={start.broken} version={list?.version} onSaved={begin} onEmpty={beginEmpty} />
      </Page>
    );
  }
  return <Workspace {...{ catalogue, examples, start, list, isGone }} />;
}

function Loading({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Lines count={8} />
    </Page>
  );
}
