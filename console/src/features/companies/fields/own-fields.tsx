import { ActionIcon, Button, Menu, Stack, Title } from '@mantine/core';
import { Pencil1Icon, PlusIcon } from '@radix-ui/react-icons';
import { useRef, useState } from 'react';
import type { CompanyFactsFragment, FieldPartsFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { fieldValuesText as text } from '../../../text/fields.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { UserText } from '../../../ui/user-text.tsx';
import { FieldValue } from './field-value.tsx';
import classes from './own-fields.module.css';
import { ValueEditor } from './value-editor.tsx';

interface OwnFieldsProps {
  company: CompanyFactsFragment;
  /** Fields of the catalogue and of the organization, in their order. */
  fields: readonly FieldPartsFragment[];
}

/**
 * Values of a company in own fields. Those of the organization can be changed in place: the service takes them from
 * everybody in it. Nothing without any field to show or to fill.
 */
export function OwnFields({ company: { slug, fields: stored }, fields }: OwnFieldsProps) {
  const section = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<string>();
  useFocusBack(section, editing);
  const values = new Map(stored?.map(({ field, value }) => [field.key, value]));
  const shown = fields.filter(({ key }) => values.has(key) || key === editing);
  const empty = fields.filter((field) => isEditable(field) && !shown.includes(field));
  if (shown.length + empty.length === 0) return null;
  return (
    <Stack component="section" ref={section} aria-label={text.section} gap="xs">
      {shown.length > 0 && (
        <>
          <Title order={2}>{text.section}</Title>
          <dl className={classes.fields}>
            {shown.map((field) => (
              <Entry
                key={field.key}
                {...{ field, slug }}
                value={values.get(field.key)}
                isEditing={field.key === editing}
                onEdit={() => setEditing(field.key)}
                onClose={() => setEditing(undefined)}
              />
            ))}
          </dl>
        </>
      )}
      {empty.length > 0 && <AddValue fields={empty} onChoose={setEditing} />}
    </Stack>
  );
}

const isEditable = ({ scope }: FieldPartsFragment) => scope === 'ORGANIZATION';

interface EntryProps {
  field: FieldPartsFragment;
  slug: string;
  /** Undefined: the company has none. */
  value: unknown;
  isEditing: boolean;
  onEdit: () => void;
  onClose: () => void;
}

function Entry({ field, slug, value, isEditing, onEdit, onClose }: EntryProps) {
  const { key, label, type, description } = field;
  const isWide = isEditing || type === 'TEXT';
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt title={description == null ? undefined : visibleText(description)}>
        <UserText text={label} span />
      </dt>
      <dd>
        {isEditing ? (
          <ValueEditor {...{ field, slug, value, onClose }} />
        ) : (
          <>
            <div className={classes.value}>
              <FieldValue field={field} value={value} />
            </div>
            {isEditable(field) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={text.edit(visibleText(label))}
                data-opens={key}
                onClick={onEdit}
              >
                <Pencil1Icon width={14} height={14} />
              </ActionIcon>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

interface AddValueProps {
  fields: readonly FieldPartsFragment[];
  onChoose: (key: string) => void;
}

/** Offers the fields that have no value yet. */
function AddValue({ fields, onChoose }: AddValueProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = useRef(false);
  const choose = (key: string) => {
    isChosen.current = true;
    onChoose(key);
  };
  return (
    // The menu would take the focus back from the editor that it opens.
    <Menu
      position="bottom-start"
      width={280}
      returnFocus={false}
      onOpen={() => {
        isChosen.current = false;
      }}
      onClose={() => !isChosen.current && button.current?.focus()}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <Button
          ref={button}
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<PlusIcon width={14} height={14} aria-hidden />}
          data-opens=""
        >
          {text.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {fields.map(({ key, label }) => (
          <Menu.Item key={key} onClick={() => choose(key)}>
            <UserText text={label} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
