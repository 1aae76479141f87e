import { ActionIcon, Button, Group, Title } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../api/load-code.ts';
import type { ServiceFault } from '../filter/faults.ts';
import { formatNumber } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import type { Example } from '../preview/use-catalogue.ts';
import { common } from '../text/common.ts';
import type { Editor } from './draft/editor.ts';
import { ListName } from './draft/list-name.tsx';
import { BrokenDraft, DraftState, Notices, useDiffers } from './draft/notices.tsx';
import type { Saved, SavedList } from './draft/saved-list.ts';
import { EditorProvider, useEditor, useNodes } from './editor/context.ts';
import { Toolbar } from './editor/toolbar.tsx';
import { TreeEditor } from './editor/tree-editor.tsx';
import { WhatIf } from './editor/what-if.tsx';
import classes from './layout.module.css';
import { Columns } from './layout.tsx';
import { DraftBreakdowns, DraftFacts, DraftTable, LiveNumbers } from './live-numbers.tsx';
import type { SavingStep } from './saving/saving-dialogs.tsx';
import { useWorkspace, type WorkspaceOptions, type WorkspaceState } from './use-workspace.ts';

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

interface WorkspaceProps extends WorkspaceOptions {
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
export function Workspace(props: WorkspaceProps) {
  const { examples, saved, onClose, takesFocus = false, children, ...options } = props;
  const { catalogue, list, isGone } = options;
  const state = useWorkspace(options);
  const { editor, tools, base, isLong, failure, leftAt, broken, pasted } = state;
  const [step, setStep] = useState<SavingStep>();
  const [refused, setRefused] = useState<readonly ServiceFault[]>([]);
  const latest = isGone ? undefined : list;
  const saveButtons = (
    <SaveButtons {...{ editor, base, list: latest, onStep: setStep, onDiscard: state.discard }} />
  );
  const head = (
    <Group gap="xs" className={classes.head}>
      {list && <DraftState editor={editor} base={base} />}
      {saveButtons}
    </Group>
  );
  const body = (
    <>
      <Notices
        {...{ isLong, failure, list, isGone, base, leftAt }}
        onMerge={() => setStep('conflict')}
        onDiscard={state.discard}
        onAnew={() => void state.beginAnew()}
      />
      {broken !== undefined && (
        <BrokenDraft reason={broken} version={base?.version} onSaved={state.discard} onEmpty={state.clear} />
      )}
      <Columns rail={<Rail {...{ state, onClose, takesFocus }} />} numbers={<DraftBreakdowns />}>
        <DraftTable {...{ saved, examples }} />
      </Columns>
      <div className={classes.foot}>
        <TotalLine />
        <Group gap="xs">{saveButtons}</Group>
      </div>
    </>
  );
  return (
    <EditorProvider value={tools}>
      <LiveNumbers {...{ state, catalogue, refused, list: latest }}>
        {children({
          head,
          body,
          facts: <DraftFacts />,
          name: !list && <ListName editor={editor} catalogue={catalogue} />,
        })}
        <ShownCompanies />
        {pasted !== undefined && (
          <Suspense>
            <PasteDialog
              registryVersion={catalogue.registryVersion}
              initial={pasted}
              onLoad={state.load}
              onClose={() => state.setPasted(undefined)}
            />
          </Suspense>
        )}
        {step && (
          <Suspense>
            <SavingDialogs
              {...{ state, catalogue, list: latest, step }}
              onStep={setStep}
              onRefused={setRefused}
            />
          </Suspense>
        )}
      </LiveNumbers>
    </EditorProvider>
  );
}

interface RailProps {
  state: WorkspaceState;
  onClose: (() => void) | undefined;
  takesFocus: boolean;
}

/** The filter as a tree, with what can be done with it as a whole. */
function Rail({ state, onClose, takesFocus }: RailProps) {
  return (
    <section className={classes.rail} aria-label="Filter">
      <Group justify="space-between" mih={28}>
        <Title order={2}>Filter</Title>
        {onClose && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Close the filter"
            autoFocus={takesFocus}
            onClick={onClose}
          >
            <Cross2Icon width={16} height={16} />
          </ActionIcon>
        )}
      </Group>
      <TreeEditor />
      <WhatIf />
      <Toolbar onPaste={() => state.setPasted('')} onClear={state.clear} />
      <News store={state.news} />
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

function News({ store }: { store: WorkspaceState['news'] }) {
  const text = useStore(store, (each) => each);
  return (
    <div role="status" className={classes.news}>
      {text}
    </div>
  );
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

interface SaveButtonsProps {
  editor: Editor;
  base: Saved | undefined;
  /** Undefined for a new list, and for one that is gone. */
  list: SavedList | undefined;
  onStep: (step: SavingStep) => void;
  onDiscard: () => void;
}

/** Discard, and the way to save: a new version for those who may, a new list for everybody else. */
function SaveButtons({ editor, base, list, onStep, onDiscard }: SaveButtonsProps) {
  const differs = useDiffers(editor, base);
  const isBehind = list !== undefined && base !== undefined && list.version !== base.version;
  const canSave = list?.canEdit ?? false;
  return (
    <>
      {differs && base && (
        <Button variant="default" size="sm" onClick={onDiscard}>
          Discard
        </Button>
      )}
      {canSave && (
        <Button size="sm" disabled={!differs} onClick={() => onStep(isBehind ? 'conflict' : 'review')}>
          Review and save
        </Button>
      )}
      {!canSave && (
        <Button size="sm" onClick={() => onStep('create')}>
          Save as a new list
        </Button>
      )}
    </>
  );
}
