import { ActionIcon, Anchor, Box, Button, Group, Menu, Pill, SimpleGrid, Stack, Title } from '@mantine/core';
import { Pencil1Icon, PlusIcon } from '@radix-ui/react-icons';
import { useRef, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  type CompanyFactsFragment,
  type FieldPartsFragment,
  SetFieldValuesDocument,
} from '../../../generated/graphql.ts';
import { formatDate, formatDecimal } from '../../../lib/format.ts';
import { visibleLines, visibleText } from '../../../lib/visible-text.ts';
import { fieldValuesText as text } from '../../../text/fields.ts';
import { ValueEditor } from '../../../ui/fields/value-editor.tsx';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { WEB_ADDRESS } from '../../../ui/own-fields.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './own-fields.module.css';

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
          <SimpleGrid
            component="dl"
            minColWidth="min(180px, 45%)"
            spacing={24}
            verticalSpacing={12}
            m={0}
            className={classes.fields ?? ''}
          >
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
          </SimpleGrid>
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
          <EditedValue {...{ field, slug, value, onClose }} />
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

/** A value as people read it, by the type of its field. */
function FieldValue({ field, value }: { field: FieldPartsFragment; value: unknown }) {
  if (Array.isArray(value)) return <Chips values={value.map(String)} />;
  const written = String(value);
  switch (field.type) {
    case 'NUMBER':
      return (
        <bdi>
          {visibleText(
            [formatDecimal(Number(value)), ...(field.unit == null ? [] : [field.unit])].join('\u00a0'),
          )}
        </bdi>
      );
    case 'DATE':
      return <time dateTime={written}>{formatDate(written)}</time>;
    case 'BOOLEAN':
      return value === true ? text.yes : text.no;
    case 'URL':
      return <Address address={written} />;
    case 'TEXT':
      return <bdi style={{ maxWidth: '75ch', whiteSpace: 'pre-wrap' }}>{visibleLines(written)}</bdi>;
    default:
      return <bdi>{visibleText(written)}</bdi>;
  }
}

function Chips({ values }: { values: readonly string[] }) {
  return (
    <Group component="ul" gap={4} py={2}>
      {values.map((value) => (
        <Box component="li" key={value} maw="100%">
          <Pill maw="100%" bg="light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-5))">
            <UserText text={value} span />
          </Pill>
        </Box>
      ))}
    </Group>
  );
}

function Address({ address }: { address: string }) {
  if (!WEB_ADDRESS.test(address)) return <UserText text={address} span />;
  return (
    <Anchor
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      maw="100%"
      display="block"
      aria-label={text.opens(visibleText(address))}
    >
      <UserText text={address.replace(WEB_ADDRESS, '')} span display="block" />
    </Anchor>
  );
}

/** Changes a value in its place. The page shows what it then reads from the service. */
function EditedValue({ field, slug, value, onClose }: Omit<EntryProps, 'isEditing' | 'onEdit'>) {
  const { mutateAsync } = useApiMutation(SetFieldValuesDocument);
  const save = async (now: unknown) => {
    try {
      const values = [{ identifier: slug, fields: { [field.key]: now } }];
      const { setFieldValues } = await mutateAsync({ input: { values } });
      const [refused] = setFieldValues?.invalid ?? [];
      if (refused) return text.fault(visibleText(field.label), refused.reason);
      return setFieldValues?.notTracked.length ? text.notTracked : undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return (
    <Box w="100%" maw={420}>
      <ValueEditor {...{ field, value, onClose }} onSave={save} />
    </Box>
  );
}

/** Offers the fields that have no value yet. */
function AddValue(props: { fields: readonly FieldPartsFragment[]; onChoose: (key: string) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = useRef(false);
  const choose = (key: string) => {
    isChosen.current = true;
    props.onChoose(key);
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
        {props.fields.map(({ key, label }) => (
          <Menu.Item key={key} onClick={() => choose(key)}>
            <UserText text={label} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
