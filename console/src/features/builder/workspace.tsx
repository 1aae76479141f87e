import { Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { patiently } from '../../api/load-code.ts';
import type { ServiceFault } from '../../filter/faults.ts';
import { formatNumber } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import type { Example } from '../../preview/use-catalogue.ts';
import { editorText } from '../../text/builder-editor.ts';
import { common } from '../../text/common.ts';
import { Page } from '../../ui/page.tsx';
import { BuilderNumbers } from './builder-numbers.tsx';
import classes from './builder-page.module.css';
import { BrokenDraft } from './draft/broken-draft.tsx';
import { DraftState } from './draft/draft-state.tsx';
import { ListName } from './draft/list-name.tsx';
import { Notices } from './draft/notices.tsx';
import { EditorProvider, useEditor, useNodes } from './editor/context.ts';
import { Toolbar } from './editor/toolbar.tsx';
import { TreeEditor } from './editor/tree-editor.tsx';
import { SaveButtons } from './saving/save-buttons.tsx';
import type { SavingStep } from './saving/saving-dialogs.tsx';
import { useWorkspace, type WorkspaceOptions } from './use-workspace.ts';

const texts = editorText.page;
/** The builder does not wait for the code of its dialogs. */
const PasteDialog = lazy(
  patiently(async () => ({ default: (await import('./editor/paste-dialog.tsx')).PasteDialog })),
);

const NodeDrawer = lazy(
  patiently(async () => ({ default: (await import('./numbers/node-drawer.tsx')).NodeDrawer })),
);

const SavingDialogs = lazy(
  patiently(async () => ({ default: (await import('./saving/saving-dialogs.tsx')).SavingDialogs })),
);

interface WorkspaceProps extends WorkspaceOptions {
  examples: readonly Example[];
}

/** The builder: the tree at the left, its numbers at the right. */
export function Workspace({ examples, ...options }: WorkspaceProps) {
  const { catalogue, list, isGone } = options;
  const state = useWorkspace(options);
  const { editor, tools, news, base, isLong, failure, leftAt, broken, pasted } = state;
  const [step, setStep] = useState<SavingStep>();
  const [refused, setRefused] = useState<readonly ServiceFault[]>([]);
  const latest = isGone ? undefined : list;
  const saveButtons = (
    <SaveButtons {...{ editor, base, list: latest, onStep: setStep, onDiscard: state.discard }} />
  );
  return (
    <EditorProvider value={tools}>
      <Page
        title={list?.name ?? texts.newList}
        subtitle={list && <DraftState editor={editor} base={base} />}
        actions={
          <Group gap="xs" className={classes.head}>
            {saveButtons}
          </Group>
        }
      >
        {!list && <ListName editor={editor} catalogue={catalogue} />}
        <Notices
          {...{ isLong, failure, list, isGone, base, leftAt }}
          onMerge={() => setStep('conflict')}
          onDiscard={state.discard}
          onAnew={() => void state.beginAnew()}
        />
        {broken !== undefined && (
          <BrokenDraft
            reason={broken}
            version={base?.version}
            onSaved={state.discard}
            onEmpty={state.clear}
          />
        )}
        <div className={classes.columns}>
          <section className={classes.tree} aria-label={texts.tree}>
            <TotalLine className={classes.total} />
            <TreeEditor />
            <Toolbar onPaste={() => state.setPasted('')} onClear={state.clear} />
            <News store={news} />
          </section>
          <BuilderNumbers {...{ state, catalogue, examples, refused, list: latest }} />
        </div>
        <div className={classes.foot}>
          <TotalLine />
          <Group gap="xs">{saveButtons}</Group>
        </div>
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
      </Page>
    </EditorProvider>
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

function News({ store }: { store: ReturnType<typeof useWorkspace>['news'] }) {
  const text = useStore(store, (each) => each);
  return (
    <div role="status" className={classes.news}>
      {text}
    </div>
  );
}

/** The total in one line, for pages whose numbers are out of sight. */
function TotalLine({ className }: { className?: string | undefined }) {
  const total = useNodes((nodes) => nodes.total);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  // It keeps its room until the number is there.
  return (
    <div
      className={className}
      data-stale={!isCurrent || undefined}
      data-empty={total === undefined || undefined}
    >
      <strong>{total === undefined ? '\u00a0' : common.companies(total, formatNumber(total))}</strong>
    </div>
  );
}
