import {
  Checkbox,
  CloseButton,
  Group,
  Input,
  NativeSelect,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  CreateWebhookDocument,
  type EventType,
  UpdateWebhookDocument,
  type WebhookFormat,
} from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { searchLists } from '../../../preview/remote-search.ts';
import { common } from '../../../text/common.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { useListName } from '../../../ui/use-list-name.ts';
import { UserText } from '../../../ui/user-text.tsx';
import { CHANGES, EVENT_TYPES, explainError, FORMATS, type Webhook } from './webhook.tsx';

interface Fields {
  url: string;
  label: string;
  format: WebhookFormat;
  types: ChosenTypes;
  listIds: readonly number[];
}

const NEW: Fields = { url: '', label: '', format: 'STANDARD', types: undefined, listIds: [] };

const fieldsOf = ({ url, label, format, types, listIds }: Webhook): Fields => ({
  url,
  label: label ?? '',
  format,
  types: types.length === 0 ? undefined : types,
  listIds,
});

const inputOf = ({ url, label, format, types, listIds }: Fields) => ({
  url: url.trim(),
  label: label.trim() === '' ? null : label.trim(),
  format,
  types: types === undefined ? null : [...types],
  listIds: listIds.map(String),
});

const FORMAT_HINTS: Record<WebhookFormat, string> = {
  STANDARD: 'The event as JSON, signed with a secret.',
  SLACK: 'A message for an incoming webhook of Slack.',
};

interface WebhookDialogProps {
  /** Absent for a new one. */
  webhook?: Webhook;
  onClose: () => void;
  onCreated?: (made: { secret: string; webhookId: number }) => void;
}

export function WebhookDialog({ webhook, onClose, onCreated }: WebhookDialogProps) {
  const [fields, setFields] = useState(webhook ? fieldsOf(webhook) : NEW);
  const [wasSubmitted, setSubmitted] = useState(false);
  const create = useApiMutation(CreateWebhookDocument, { changes: CHANGES });
  const update = useApiMutation(UpdateWebhookDocument, { changes: CHANGES });
  const { isPending, error } = webhook ? update : create;
  const set = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }));
  const hasNoType = fields.types?.length === 0;
  const send = async () => {
    const input = inputOf(fields);
    if (webhook) {
      await update.mutateAsync({ input: { webhookId: webhook.webhookId, ...input } });
      return onClose();
    }
    const { createWebhook: made } = await create.mutateAsync({ input });
    if (made) onCreated?.({ secret: made.secret, webhookId: made.webhook.webhookId });
  };
  const submit = () => {
    setSubmitted(true);
    // The form shows a failure.
    if (!hasNoType) void send().catch(() => undefined);
  };
  const faultOf = (pointer: string, name: string) => {
    const fault = error?.errors.find((each) => each.pointer === pointer);
    return fault && `${name} ${fault.message}.`;
  };
  const urlFault = faultOf('/url', 'The URL');
  const labelFault = faultOf('/label', 'The label');
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'Create a webhook'}
      action={webhook ? common.save : 'Create'}
      busy={isPending}
      error={error && urlFault === undefined && labelFault === undefined ? explainError(error) : null}
      validates
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="URL"
        description="Begins with https:// and leads to a public address. Your operator can allow others."
        type="url"
        required
        maxLength={2000}
        value={fields.url}
        error={urlFault}
        onChange={({ currentTarget: { value } }) => set({ url: value })}
        data-autofocus
      />
      <TextInput
        label="Label"
        description="What it is for, such as “CRM”. At most 100 characters."
        maxLength={100}
        value={fields.label}
        error={labelFault}
        onChange={({ currentTarget: { value } }) => set({ label: value })}
      />
      <NativeSelect
        label="Format"
        description={FORMAT_HINTS[fields.format]}
        value={fields.format}
        onChange={({ currentTarget: { value } }) => set({ format: value as WebhookFormat })}
        data={Object.entries(FORMATS).map(([value, label]) => ({ value, label }))}
      />
      <Types
        value={fields.types}
        error={wasSubmitted && hasNoType ? 'Choose at least one type of event.' : undefined}
        onChange={(types) => set({ types })}
      />
      <ListPicker value={fields.listIds} onChange={(listIds) => set({ listIds })} />
    </FormDialog>
  );
}

const TYPES = Object.keys(EVENT_TYPES) as EventType[];

/** Types of the events that are sent; undefined for all. */
type ChosenTypes = readonly EventType[] | undefined;

/** Asks for types of events: all, or some of them. */
function Types(props: {
  value: ChosenTypes;
  error: string | undefined;
  onChange: (value: ChosenTypes) => void;
}) {
  const { value, error, onChange } = props;
  return (
    <Stack gap="xs" role="group" aria-label="Events">
      <Input.Label labelElement="div">Events</Input.Label>
      <Checkbox
        label="All, also types that will be added"
        checked={value === undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? undefined : [])}
      />
      {value !== undefined && (
        <Checkbox.Group
          aria-label="Types of events"
          error={error}
          value={[...value]}
          onChange={(types) => onChange(types as EventType[])}
        >
          <SimpleGrid minColWidth="min(220px, 100%)" spacing={8} ps={32}>
            {TYPES.map((type) => (
              <Checkbox key={type} value={type} label={EVENT_TYPES[type]} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </Stack>
  );
}

/** Most lists that a webhook names. */
const MAX_LISTS = 100;

function ListPicker({ value, onChange }: { value: readonly number[]; onChange: (ids: number[]) => void }) {
  return (
    <Stack gap={6}>
      <SearchSelect
        label="Only of these lists"
        description={
          value.length === 0
            ? 'Without any, events of all lists and all other events are sent.'
            : 'Events that belong to no list, such as imports, are not sent.'
        }
        placeholder="Search a list by its name"
        disabled={value.length >= MAX_LISTS}
        value={null}
        search={searchLists}
        without={value.map(String)}
        onChange={(list) => onChange([...value, Number(list.value)])}
      />
      {value.length > 0 && (
        <Stack component="ul" role="list" aria-label="Chosen lists" gap={2}>
          {value.map((id) => (
            <ChosenList key={id} id={id} onRemove={() => onChange(value.filter((each) => each !== id))} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function ChosenList({ id, onRemove }: { id: number; onRemove: () => void }) {
  const name = useListName(id) ?? '';
  return (
    <Group component="li" gap={4} wrap="nowrap" justify="space-between">
      <UserText text={name} miw={0} />
      <CloseButton aria-label={`Remove ${visibleText(name)}`} onClick={onRemove} />
    </Group>
  );
}
