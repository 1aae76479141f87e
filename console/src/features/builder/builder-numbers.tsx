import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { ServiceFault } from '../../filter/faults.ts';
import { useStore } from '../../lib/store.ts';
import { editorText } from '../../text/builder-editor.ts';
import type { SavedList } from './draft/use-saved-list.ts';
import { FirstSteps } from './numbers/first-steps.tsx';
import { SummaryPanel } from './numbers/summary-panel.tsx';
import { useLivePreview } from './numbers/use-live-preview.ts';
import type { WorkspaceState } from './use-workspace.ts';
import type { Example } from './values/use-catalogue.ts';

interface BuilderNumbersProps {
  state: WorkspaceState;
  catalogue: Catalogue;
  examples: readonly Example[];
  /** Faults of a refused save. */
  refused: readonly ServiceFault[];
  list: SavedList | undefined;
}

/** Everything that is counted for the draft. It passes the numbers of single nodes on to the tree. */
export function BuilderNumbers({ state, catalogue, examples, refused, list }: BuilderNumbersProps) {
  const { editor, nodes, base } = state;
  // The tree of each state has one produced definition.
  const definition = useStore(editor.state, () => editor.produced().definition);
  const preview = useLivePreview(definition);
  const { numbers, isCurrent, faults } = preview;
  useEffect(() => {
    nodes.update({ numbers, isCurrent, faults }, editor.produced().definition === definition ? refused : []);
  }, [nodes, editor, definition, numbers, isCurrent, faults, refused]);
  const isUnbounded = faults.some(({ code }) => code === 'unbounded_definition');
  return (
    <Stack gap="md">
      {(definition.root === null || isUnbounded) && (
        <FirstSteps {...{ catalogue, examples, isUnbounded }} onLoad={state.load} />
      )}
      {definition.root !== null && (
        <SummaryPanel
          preview={preview}
          onShow={() => undefined}
          {...(list && base && { base: { listId: list.listId, name: editorText.page.versionName(base.version) } })}
        />
      )}
    </Stack>
  );
}
