import { memo } from 'react';
import type { GroupKind } from '../../../filter/definition.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useEditor, useNodes } from './context.ts';
import classes from './editor.module.css';
import { RowFaults } from './row-faults.tsx';
import { RowKill } from './row-kill.tsx';
import { RowMenu } from './row-menu.tsx';
import { type Place, RowShell } from './row-shell.tsx';

const texts = editorText.tree;

export interface GroupRowProps extends Place {
  id: string;
  nodeId: string;
  kind: GroupKind;
  nots: number;
  isEmpty: boolean;
}

/** Head of a group: "any of", "not all of". It renders when it changes itself. */
export const GroupRow = memo(function GroupRow({ kind, isEmpty, ...row }: GroupRowProps) {
  const { id, nodeId, nots, joint } = row;
  const faults = useNodes((nodes) => nodes.faults.get(id));
  const isRoot = joint === undefined;
  const kinds = `${`${texts.not} `.repeat(nots)}${texts.kinds[kind]}`;
  const words = isRoot ? `${texts.companiesThat} ${kinds}` : kinds;
  const isUnfinished = isEmpty && !isRoot;
  return (
    <RowShell
      {...row}
      type="group"
      isFaulty={faults !== undefined}
      isUnfinished={isUnfinished}
      label={isUnfinished ? `${words} (${texts.unfinished})` : words}
      menu={<RowMenu id={id} label={words} isNegated={nots > 0} isRoot={isRoot} />}
      below={faults ? <RowFaults faults={faults} /> : !isRoot && <RowKill nodeId={nodeId} />}
    >
      {isRoot && <span className={classes.intro}>{texts.companiesThat}</span>}
      <KindSelect id={id} kind={kind} />
      {isUnfinished && <span className={classes.hint}>{texts.emptyGroup}</span>}
    </RowShell>
  );
});

const KINDS: readonly GroupKind[] = ['and', 'or'];

function KindSelect({ id, kind }: { id: string; kind: GroupKind }) {
  const { act } = useEditor();
  return (
    <select
      className={classes.select}
      data-part="kind"
      aria-label={texts.groupKind}
      value={kind}
      onChange={(event) =>
        act({ type: 'setKind', id, kind: event.currentTarget.value === 'or' ? 'or' : 'and' })
      }
    >
      {KINDS.map((each) => (
        <option key={each} value={each}>
          {texts.kinds[each]}
        </option>
      ))}
    </select>
  );
}
