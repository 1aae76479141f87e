import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useApiQuery } from '../../api/hooks.ts';
import { nodeAt, withoutEach } from '../../filter/parts.ts';
import { coreOf, findNode } from '../../filter/rows.ts';
import { nodeSentence } from '../../filter/sentence.ts';
import { ConditionChecksDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useLabels } from '../../preview/value-labels.ts';
import { common } from '../../text/common.ts';
import { useEditor, useNodes } from './context.ts';

/** It waits until nobody has typed for this long, in milliseconds: the numbers come first. */
const IDLE_MS = 500;
/** Values of the condition that are named. */
const NAMED = 2;
/** Height in pixels; more for fingers. */
const HEIGHT = { base: 44, sm: 26 };

/** Says which condition costs most companies, as "Without “partner is not AWS”: 43 companies". A click removes it. */
export function WhatIf() {
  const { editor, catalogue, listId, act } = useEditor();
  const produced = useStore(editor.state, () => editor.produced());
  const [settled] = useDebouncedValue(produced, IDLE_MS);
  const total = useNodes((nodes) => nodes.total);
  const isCurrent = useNodes((nodes) => nodes.isCurrent);
  const hasFaults = useNodes((nodes) => nodes.faults.size > 0);
  const asked = settled === produced && !hasFaults ? withoutEach(settled.definition) : undefined;
  const { data } = useApiQuery(
    ConditionChecksDocument,
    { definition: asked?.definition, ...(listId !== undefined && { listId }) },
    { enabled: asked !== undefined },
  );
  const labels = useLabels(catalogue);
  const counts = new Map(data?.previewCount?.funnel.map(({ pointer, exactCount }) => [pointer, exactCount]));
  const variants = (asked?.pointers ?? []).map((pointer, index) => ({
    pointer,
    count: counts.get(`/root/or/${index}`) ?? 0,
  }));
  const best = variants.reduce((a, b) => (b.count > a.count ? b : a), { pointer: '', count: 0 });
  const node = nodeAt(settled.definition, best.pointer);
  const [placed = ''] = [...settled.places.entries()].find(([, pointer]) => pointer === best.pointer) ?? [];
  const item = findNode(editor.tree.root, placed);
  const isWorthIt = isCurrent && total !== undefined && best.count > total;
  const words = isWorthIt && node && item ? nodeSentence(node, labels, NAMED) : undefined;
  return (
    // One line, whose room is there before its words.
    <Text size="sm" component="div" h={HEIGHT}>
      {words !== undefined && item && (
        <Button
          variant="subtle"
          size="compact-sm"
          fw={400}
          h={HEIGHT}
          px={4}
          maw="100%"
          title={`${words}: the condition without which most companies match. Press to remove it.`}
          onClick={() => act({ type: 'remove', id: coreOf(item).id })}
        >
          <Text span inherit lh={1.5} truncate>
            Without “{words}”
          </Text>
          <Text span inherit lh={1.5} flex="none">
            : {common.companies(best.count, formatNumber(best.count))}
          </Text>
        </Button>
      )}
    </Text>
  );
}
