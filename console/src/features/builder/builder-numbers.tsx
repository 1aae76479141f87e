import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { ServiceFault } from '../../filter/faults.ts';
import type { MemberTier } from '../../generated/graphql.ts';
import { useStore } from '../../lib/store.ts';
import type { Example } from '../../preview/use-catalogue.ts';
import { useLivePreview } from '../../preview/use-live-preview.ts';
import { editorText } from '../../text/builder-editor.ts';
import type { Addition } from './adding/addition.ts';
import classes from './builder-page.module.css';
import type { SavedList } from './draft/use-saved-list.ts';
import { BreakdownPanel } from './numbers/breakdown-panel.tsx';
import { FirstSteps } from './numbers/first-steps.tsx';
import { SampleTable } from './numbers/sample-table.tsx';
import { SummaryPanel } from './numbers/summary-panel.tsx';
import { useBreakdownFields } from './numbers/use-breakdown-fields.ts';
import type { WorkspaceState } from './use-workspace.ts';

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
  const { editor, nodes, base, tools } = state;
  // The tree of each state has one produced definition.
  const definition = useStore(editor.state, () => editor.produced().definition);
  const [fields, setFields] = useBreakdownFields(catalogue, definition);
  const preview = useLivePreview(definition, fields, list?.listId);
  const [tier, setTier] = useState<MemberTier>();
  const sample = useRef<HTMLDivElement>(null);
  const { numbers, isCurrent, faults } = preview;
  useEffect(() => {
    nodes.update({ numbers, isCurrent, faults }, editor.produced().definition === definition ? refused : []);
  }, [nodes, editor, definition, numbers, isCurrent, faults, refused]);
  const isUnbounded = faults.some(({ code }) => code === 'unbounded_definition');
  const show = (chosen: MemberTier | undefined) => {
    setTier(chosen);
    sample.current?.focus();
  };
  const add = (addition: Addition) =>
    tools.act({ type: 'addCondition', at: { into: editor.tree.root.id }, ...addition }, { keepsFocus: true });
  const isEmpty = definition.root === null;
  const compared = list && base && { listId: list.listId, name: editorText.page.versionName(base.version) };
  return (
    <>
      <section className={classes.numbers} aria-label={editorText.page.numbers}>
        <Stack gap="md">
          {(isEmpty || isUnbounded) && (
            <FirstSteps {...{ catalogue, examples, isUnbounded }} onLoad={state.load} />
          )}
          {!isEmpty && (
            <SummaryPanel
              {...{ preview }}
              onShow={show}
              {...(compared && { base: compared })}
              {...(list && { list })}
            />
          )}
          {!isEmpty && (
            <BreakdownPanel
              {...{ catalogue, preview }}
              fields={fields.map(({ key }) => key)}
              onFieldsChange={setFields}
              onAdd={add}
            />
          )}
        </Stack>
      </section>
      {!isEmpty && (
        <section className={classes.sample} aria-label={editorText.page.matches}>
          <SampleTable {...{ catalogue, preview, tier }} onTierChange={setTier} ref={sample} />
        </section>
      )}
    </>
  );
}
