import { Group, Stack } from '@mantine/core';
import type { Catalogue } from '../../filter/catalogue.ts';
import { findField } from '../../filter/catalogue.ts';
import type { Definition, FilterNode, Value } from '../../filter/definition.ts';
import { NodeCount } from './numbers/node-count.tsx';
import type { LivePreview } from './numbers/use-live-preview.ts';
import { ValueEditor } from './values/value-editor.tsx';
import { valueFaults } from './values/value-faults.ts';

interface DemoRowsProps {
  catalogue: Catalogue;
  definition: Definition | undefined;
  preview: LivePreview;
  /** Place of the condition that was just added without values. */
  added: number;
  onChange: (root: FilterNode) => void;
}

/** The conditions of the top group, each with its values and its number. */
export function DemoRows({ catalogue, definition, preview, added, onChange }: DemoRowsProps) {
  const { numbers, isCurrent, faults } = preview;
  const root = definition?.root;
  const children = root && 'and' in root ? root.and : [];
  const largest = Math.max(1, ...(numbers?.counts.values() ?? []));
  let place = -1;
  return (
    <Stack gap={4} component="ul" p={0} m={0}>
      {children.map((node, index) => {
        const negated = 'not' in node;
        const inner = negated ? node.not : node;
        if (!('condition' in inner)) return null;
        const { field, operator, values } = inner.condition;
        if (values.length > 0) place += 1;
        const pointer = `/root/and/${place}`;
        const count = values.length > 0 ? numbers?.counts.get(pointer) : undefined;
        const change = (next: readonly Value[]) => {
          const changed: FilterNode = { condition: { field, operator, values: next } };
          onChange({ and: children.with(index, negated ? { not: changed } : changed) });
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name here
          <Group component="li" key={index} wrap="nowrap" align="flex-start" justify="space-between">
            <Group gap="xs" align="flex-start">
              <b>{`${negated ? 'not ' : ''}${findField(catalogue, field)?.label ?? field}`}</b>
              <span>{operator.replaceAll('_', ' ')}</span>
              <ValueEditor
                {...{ catalogue, field, operator, values }}
                faults={valueFaults(faults, negated ? `${pointer}/not` : pointer)}
                autoFocus={index === added}
                onChange={change}
              />
            </Group>
            <NodeCount {...{ count, isCurrent }} share={(count ?? 0) / largest} />
          </Group>
        );
      })}
    </Stack>
  );
}
