import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CompanyDataError } from '../../../api/client.ts';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  CreateWebhookDocument,
  UpdateWebhookDocument,
  type WebhookFormat,
} from '../../../generated/graphql.ts';
import { common } from '../../../text/common.ts';
import { webhooksText } from '../../../text/webhooks.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { submitOnEnter } from '../../../ui/submit-on-enter.ts';
import { ListPicker } from './list-picker.tsx';
import { CHANGES, explainError, type Webhook } from './webhook.ts';
import { type ChosenTypes, FormatSelect, Types } from './webhook-fields.tsx';

const text = webhooksText.form;

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

/** Asks for the fields of a new webhook. */
export function CreateWebhook({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (made: { secret: string; webhookId: number }) => void;
}) {
  const create = useApiMutation(CreateWebhookDocument, { changes: CHANGES });
  const submit = (fields: Fields) =>
    create.mutate(
      { input: inputOf(fields) },
      {
        onSuccess({ createWebhook: made }) {
          if (made) onCreated({ secret: made.secret, webhookId: made.webhook.webhookId });
        },
      },
    );
  const { title, action } = webhooksText.creating;
  return (
    <FieldsDialog
      {...{ title, action, onClose }}
      initial={NEW}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
    />
  );
}

/** Changes the fields of a webhook. */
export function UpdateWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const update = useApiMutation(UpdateWebhookDocument, { changes: CHANGES });
  const submit = (fields: Fields) =>
    update.mutate({ input: { webhookId: webhook.webhookId, ...inputOf(fields) } }, { onSuccess: onClose });
  return (
    <FieldsDialog
      title={webhooksText.editing.title}
      action={common.save}
      initial={fieldsOf(webhook)}
      busy={update.isPending}
      error={update.error}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

interface FieldsDialogProps {
  title: string;
  action: string;
  initial: Fields;
  busy: boolean;
  error: CompanyDataError | null;
  onSubmit: (fields: Fields) => void;
  onClose: () => void;
}

function FieldsDialog({ title, action, initial, busy, error, onSubmit, onClose }: FieldsDialogProps) {
  const [fields, setFields] = useState(initial);
  const [wasSubmitted, setSubmitted] = useState(false);
  const set = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }));
  const hasNoType = fields.types?.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!hasNoType) onSubmit(fields);
  };
  const faultOf = (pointer: string, say: (fault: string) => string) => {
    const fault = error?.errors.find((each) => each.pointer === pointer);
    return fault && say(fault.message);
  };
  const urlFault = faultOf('/url', text.urlFault);
  const labelFault = faultOf('/label', text.labelFault);
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={submit} onKeyDown={submitOnEnter}>
        <Stack>
          <TextInput
            label={text.url}
            description={text.urlHint}
            type="url"
            required
            maxLength={2000}
            value={fields.url}
            error={urlFault}
            onChange={({ currentTarget: { value } }) => set({ url: value })}
            data-autofocus
          />
          <TextInput
            label={text.label}
            description={text.labelHint}
            maxLength={100}
            value={fields.label}
            error={labelFault}
            onChange={({ currentTarget: { value } }) => set({ label: value })}
          />
          <FormatSelect value={fields.format} onChange={(format) => set({ format })} />
          <Types
            value={fields.types}
            error={wasSubmitted && hasNoType ? text.noType : undefined}
            onChange={(types) => set({ types })}
          />
          <ListPicker value={fields.listIds} onChange={(listIds) => set({ listIds })} />
          {error && urlFault === undefined && labelFault === undefined && (
            <Problem error={explainError(error)} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
