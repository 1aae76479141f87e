import { memo } from 'react';
import type { GroupKind } from '../../../filter/definition.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useEditor, useNodes } from './context.ts';
import classes from './editor.module.css';
import { NotWords } from './not-words.tsx';
import { RowCount } from './row-count.tsx';
import { RowFaults } from './row-faults.tsx';
import { RowKill } from './row-kill.tsx';
import { RowMenu } from './row-menu.tsx';
import { RowShell } from './row-shell.tsx';

const texts = editorText.tree;

export interface GroupRowProps {
  id: string;
  nodeId: string;
  kind: GroupKind;
  nots: number;
  isEmpty: boolean;
  level: number;
  position: number;
  size: number;
}

/** Head of a group: "any of". A `not` is a part of the words: "none of". It renders when it changes itself. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { id, nodeId, kind, nots, isEmpty, level, position, size } = props;
  const faults = useNodes((nodes) => nodes.faults.get(id));
  const isRoot = level === 1;
  const kinds = nots % 2 === 1 ? texts.negatedKinds : texts.kinds;
  const words = isRoot ? `${texts.companiesThat} ${kinds[kind]}` : kinds[kind];
  return (
    <RowShell
      {...{ id, level, position, size }}
      type="group"
      isMovable={!isRoot}
      isFaulty={faults !== undefined}
      isUnfinished={isEmpty && !isRoot}
      label={isEmpty && !isRoot ? `${words} (${texts.unfinished})` : words}
      count={isEmpty && !isRoot ? <span className={classes.none}>…</span> : <RowCount nodeId={nodeId} />}
      below={faults ? <RowFaults faults={faults} /> : !isRoot && <RowKill nodeId={nodeId} />}
    >
      {isRoot && <span className={classes.intro}>{texts.companiesThat}</span>}
      {/* The last `not` is a part of "none of". */}
      <NotWords id={id} count={nots - (nots % 2)} />
      <KindSelect id={id} kind={kind} isNegated={nots % 2 === 1} />
      {isEmpty && !isRoot && <span className={classes.hint}>{texts.emptyGroup}</span>}
      <RowMenu id={id} label={words} isRoot={isRoot} />
    </RowShell>
  );
});

type Choice = `${'' | '-'}${GroupKind}`;
const CHOICES: readonly Choice[] = ['and', 'or', '-or', '-and'];
const textOf = (choice: Choice) =>
  choice.startsWith('-') ? texts.negatedKinds[kindOf(choice)] : texts.kinds[kindOf(choice)];
const kindOf = (choice: Choice): GroupKind => (choice.endsWith('and') ? 'and' : 'or');

function KindSelect({ id, kind, isNegated }: { id: string; kind: GroupKind; isNegated: boolean }) {
  const { act } = useEditor();
  const current: Choice = `${isNegated ? '-' : ''}${kind}`;
  const choose = (choice: Choice) => {
    if (choice.startsWith('-') !== isNegated) act({ type: 'negate', id });
    if (kindOf(choice) !== kind) act({ type: 'setKind', id, kind: kindOf(choice) });
  };
  return (
    <select
      className={classes.select}
      data-part="kind"
      aria-label={texts.groupKind}
      value={current}
      onChange={(event) => choose(CHOICES.find((each) => each === event.currentTarget.value) ?? current)}
    >
      {CHOICES.map((choice) => (
        <option key={choice} value={choice}>
          {textOf(choice)}
        </option>
      ))}
    </select>
  );
}
