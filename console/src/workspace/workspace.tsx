import { Button, Group, Title, VisuallyHidden } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../api/load-code.ts';
import { formatNumber } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import type { Example } from '../preview/use-catalogue.ts';
import { common } from '../text/common.ts';
import { IconButton } from '../ui/small-buttons.tsx';
import { ListName } from './draft/list-name.tsx';
import { BrokenDraft, DraftState, Notices } from './draft/notices.tsx';
import { EditorProvider, useEditor, useNodes } from './editor/context.ts';
import { Toolbar } from './editor/toolbar.tsx';
import { TreeEditor } from './editor/tree-editor.tsx';
import { WhatIf } from './editor/what-if.tsx';
import classes from './layout.module.css';
import { Columns } from './layout.tsx';
import { DraftBreakdowns, DraftFacts, DraftTable, LiveNumbers } from './live-numbers.tsx';
import { OpenDraftProvider, useDiffers, useOpenDraft } from './open-draft.ts';
import { useWorkspace, type WorkspaceOptions } from './use-workspace.ts';

/** The page does not wait for the code of its dialogs. */
const PasteDialog = later(async () => (await import('./editor/paste-dialog.tsx')).PasteDialog);
const NodeDrawer = later(async () => (await import('./numbers/node-drawer.tsx')).NodeDrawer);
const SavingDialogs = later(async () => (await import('./saving/saving-dialogs.tsx')).SavingDialogs);

/** Parts of a draft, which a page puts where it has them. */
export interface DraftParts {
  /** State of the draft, Discard and Save. */
  head: ReactNode;
  /** The line of its numbers. */
  facts: ReactNode;
  /** The tree, the companies, and their numbers. */
  body: ReactNode;
  /** Name of a new list. */
  name: ReactNode;
}

export interface WorkspaceProps extends WorkspaceOptions {
  examples: readonly Example[];
  /** Table of the saved list, which stands there while nothing is changed. */
  saved?: ReactNode;
  /** Closes the tree; absent where it stays open. */
  onClose?: () => void;
  /** Whether the tree takes the focus when it is there. */
  takesFocus?: boolean;
  children: (parts: DraftParts) => ReactNode;
}

/** A filter that is edited: the tree at the left, its companies, and their numbers. */
export function Workspace({ examples, saved, onClose, takesFocus, children, ...options }: WorkspaceProps) {
  const state = useWorkspace(options);
  const { base, broken, pasted, step, discard } = state;
  const head = (
    <Group gap="xs" className={classes.head}>
      <DraftState />
      <SaveButtons />
    </Group>
  );
  const body = (
    <>
      <Notices />
      {broken !== undefined && (
        <BrokenDraft reason={broken} version={base?.version} onSaved={discard} onEmpty={state.clear} />
      )}
      <Columns rail={<Rail {...{ onClose, takesFocus }} />} numbers={<DraftBreakdowns />}>
        <DraftTable {...{ saved, examples }} />
      </Columns>
      <div className={classes.foot}>
        <TotalLine />
        <Group gap="xs">
          <SaveButtons />
        </Group>
      </div>
    </>
  );
  return (
    <OpenDraftProvider value={state}>
      <EditorProvider value={state.tools}>
        <LiveNumbers>
          {children({ head, body, facts: <DraftFacts />, name: !state.list && <ListName /> })}
          <ShownCompanies />
          {pasted !== undefined && (
            <Suspense>
              <PasteDialog />
            </Suspense>
          )}
          {step && (
            <Suspense>
              <SavingDialogs step={step} />
            </Suspense>
          )}
        </LiveNumbers>
      </EditorProvider>
    </OpenDraftProvider>
  );
}

/** The filter as a tree, with what can be done with it as a whole. */
function Rail({ onClose, takesFocus = false }: Pick<WorkspaceProps, 'onClose' | 'takesFocus'>) {
  const { news, clear, setPasted } = useOpenDraft();
  return (
    <section className={classes.rail} aria-label="Filter">
      <Group justify="space-between" mih={28}>
        <Title order={2}>Filter</Title>
        {onClose && (
          <IconButton label="Close the filter" icon={Cross2Icon} autoFocus={takesFocus} onClick={onClose} />
        )}
      </Group>
      <TreeEditor />
      <WhatIf />
      <Toolbar onPaste={() => setPasted('')} onClear={clear} />
      <VisuallyHidden role="status">{useStore(news, (each) => each)}</VisuallyHidden>
    </section>
  );
}

/** The companies of a number that is clicked. Its code is loaded for the first click. */
function ShownCompanies() {
  const isShown = useStore(useEditor().shown, (each) => each !== undefined);
  const [isLoaded, setLoaded] = useState(false);
  if (isShown && !isLoaded) setLoaded(true);
  return isLoaded ? (
    <Suspense>
      <NodeDrawer />
    </Suspense>
  ) : null;
}

/** The total in one line, where the numbers are out of sight. */
function TotalLine() {
  const total = useNodes((nodes) => nodes.total);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  // It keeps its room until the number is there.
  return (
    <strong data-stale={!isCurrent || undefined}>
      {total === undefined ? '\u00a0' : common.companies(total, formatNumber(total))}
    </strong>
  );
}

/** Discard, and the way to save: a new version for those who may, a new list for everybody else. */
function SaveButtons() {
  const { base, target, setStep, discard } = useOpenDraft();
  const differs = useDiffers();
  const isBehind = target !== undefined && base !== undefined && target.version !== base.version;
  return (
    <>
      {differs && base && (
        <Button variant="default" size="sm" onClick={discard}>
          Discard
        </Button>
      )}
      {target?.canEdit ? (
        <Button size="sm" disabled={!differs} onClick={() => setStep(isBehind ? 'conflict' : 'review')}>
          Review and save
        </Button>
      ) : (
        <Button size="sm" onClick={() => setStep('create')}>
          Save as a new list
        </Button>
      )}
    </>
  );
}
