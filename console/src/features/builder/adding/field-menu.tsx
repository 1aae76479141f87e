import { Button, Menu } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { Fragment } from 'react';
import type { CatalogueField } from '../../../filter/catalogue.ts';
import { valuesText } from '../../../text/builder-values.ts';
import { type Addition, unfinished } from './addition.ts';

const text = valuesText.quick;

/** Groups of fields, in the order in which people look for them. */
const GROUPS: readonly { label: string; keys: readonly string[] }[] = [
  { label: text.groups.business, keys: ['industry', 'country', 'employee_range', 'founded_year'] },
  { label: text.groups.technology, keys: ['technology', 'technology_category', 'technology_count'] },
  { label: text.groups.partners, keys: ['partner', 'investor', 'partnership_count'] },
  { label: text.groups.name, keys: ['name', 'domain'] },
  { label: text.groups.lists, keys: ['list'] },
];

interface FieldMenuProps {
  fields: readonly CatalogueField[];
  onPick: (addition: Addition) => void;
}

/** Adds a condition by its field first; its value follows. */
export function FieldMenu({ fields, onPick }: FieldMenuProps) {
  const grouped = GROUPS.map(({ label, keys }) => ({
    label,
    fields: keys.flatMap((key) => fields.find((field) => field.key === key) ?? []),
  }));
  const known = new Set(grouped.flatMap((group) => group.fields));
  const other = { label: text.groups.other, fields: fields.filter((field) => !known.has(field)) };
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          flex="none"
          rightSection={<ChevronDownIcon width={14} height={14} />}
        >
          {text.pick}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {[...grouped, other]
          .filter((group) => group.fields.length > 0)
          .map((group) => (
            <Fragment key={group.label}>
              <Menu.Label>{group.label}</Menu.Label>
              {group.fields.map((field) => (
                <Menu.Item key={field.key} onClick={() => onPick(unfinished(field))}>
                  {field.label}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
