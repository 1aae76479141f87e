import { type ReactNode, useEffect } from 'react';
import type { Catalogue } from '../filter/catalogue.ts';
import { type LoadedCatalogue, useCatalogue } from '../preview/use-catalogue.ts';
import { Lines } from '../ui/loaded.tsx';
import { Problem } from '../ui/problem.tsx';
import { preloadHeads } from './draft/kept-draft.ts';
import { BrokenDraft } from './draft/notices.tsx';
import type { SavedList } from './draft/saved-list.ts';
import { useStart } from './draft/use-draft.ts';
import { type DraftParts, Workspace, type WorkspaceProps } from './workspace.tsx';

interface DraftOfProps extends Pick<WorkspaceProps, 'saved' | 'onClose' | 'takesFocus'> {
  /** List that is edited; undefined for a new one. */
  list: SavedList | undefined;
  /** Whether the list was deleted, or is no longer shared, while the page was open. */
  isGone?: boolean;
  /** Puts the draft onto the page; its parts beside the body are there once it is loaded. */
  frame: (body: ReactNode, parts?: DraftParts) => ReactNode;
}

/** Loads the draft of a list or of a new one, and shows it. */
export function DraftOf({ frame, ...props }: DraftOfProps) {
  useEffect(preloadHeads, []);
  const { error, catalogue, examples, refetch } = useCatalogue();
  if (error) return frame(<Problem error={error} onRetry={refetch} />);
  if (!catalogue) return frame(<Lines count={8} />);
  return <Started {...{ examples, catalogue, frame }} {...props} />;
}

type Loaded = Pick<LoadedCatalogue, 'examples'> & { catalogue: Catalogue };

function Started({ examples, catalogue, frame, list, isGone = false, ...props }: DraftOfProps & Loaded) {
  const { start, begin, beginEmpty } = useStart(list, catalogue);
  if (!start) return frame(<Lines count={8} />);
  if ('broken' in start) {
    return frame(
      <BrokenDraft reason={start.broken} version={list?.version} onSaved={begin} onEmpty={beginEmpty} />,
    );
  }
  return (
    <Workspace {...{ catalogue, start, list, isGone, examples }} {...props}>
      {(parts) => frame(parts.body, parts)}
    </Workspace>
  );
}
