import { Button, Group, Text } from '@mantine/core';
import type { NodeFault } from '../../../filter/faults.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { useEditor } from './context.ts';
import classes from './editor.module.css';

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
