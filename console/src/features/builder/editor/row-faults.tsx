import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Value } from '../../../filter/definition.ts';
import type { NodeFault } from '../../../filter/faults.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { useValueLabels } from '../../../preview/value-labels.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useEditor } from './context.ts';
import classes from './editor.module.css';

const NONE: readonly Value[] = [];

/** Names the lists that lead back to the edited one, as far as the caller can see them. */
export function useCycleWords(faults: readonly NodeFault[] | undefined): readonly NodeFault[] | undefined {
  const { catalogue } = useEditor();
  const path = faults?.find((fault) => fault.path)?.path ?? NONE;
  // The last one is the edited list.
  const between = useMemo(() => path.slice(0, -1), [path]);
  const names = useValueLabels(catalogue, 'list', between);
  return faults?.map((fault) => (fault.path ? { ...fault, message: editorText.tree.cycle(names) } : fault));
}

/** Faults of a node in words, each with buttons that mend it. */
export function RowFaults({ faults }: { faults: readonly NodeFault[] }) {
  const { act } = useEditor();
  if (faults.length === 0) return null;
  return (
    <div className={classes.faults} role="alert">
      {faults.map(({ code, valueIndex, message, fixes }) => (
        <Group key={`${code}-${valueIndex}-${message}`} gap="xs">
          <Text size="sm" c="var(--mantine-color-error)" className={classes.faultText}>
            {visibleText(message)}
          </Text>
          {fixes.map(({ label, action }) => (
            <Button key={label} size="compact-xs" variant="default" onClick={() => act(action)}>
              {label}
            </Button>
          ))}
        </Group>
      ))}
    </div>
  );
}
