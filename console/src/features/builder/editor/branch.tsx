import { memo } from 'react';
import { coreOf } from '../../../filter/rows.ts';
import type { EditorNode } from '../../../filter/tree.ts';
import { ConditionRow } from './condition-row.tsx';
import classes from './editor.module.css';
import { EndRow } from './end-row.tsx';
import { GroupRow } from './group-row.tsx';
import type { Place } from './row-shell.tsx';

/**
 * A node with everything below it: a condition is a row, a group a card with its rows and its end. Nodes keep their
 * identity until they change themselves, so that memo renders one row instead of all.
 */
export const Branch = memo(function Branch({ node, ...place }: Place & { node: EditorNode }) {
  const core = coreOf(node);
  const own = { ...place, id: core.id, nodeId: node.id, nots: notsOf(node) };
  if (core.kind === 'condition') return <ConditionRow item={core} {...own} />;
  const { id, kind, children } = core;
  const level = place.level + 1;
  return (
    <div
      className={place.joint ? classes.group : undefined}
      data-kind={kind}
      data-negated={own.nots % 2 === 1 || undefined}
    >
      <GroupRow kind={kind} isEmpty={children.length === 0} {...own} />
      {children.map((child, index) => (
        <Branch
          key={coreOf(child).id}
          node={child}
          level={level}
          position={index + 1}
          size={children.length}
          joint={kind}
        />
      ))}
      <EndRow id={id} isRoot={!place.joint} />
    </div>
  );
});

/** Number of `not` around the condition or group of a row. */
function notsOf(node: EditorNode): number {
  return node.kind === 'not' ? 1 + notsOf(node.child) : 0;
}
