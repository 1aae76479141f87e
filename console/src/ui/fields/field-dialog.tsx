import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CompanyDataError } from '../../api/client.ts';
import { useApiMutation } from '../../api/hooks.ts';
import { CreateFieldDocument, type FieldScope, UpdateFieldDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { FormDialog } from '../form-dialog.tsx';
import { notify } from '../notify.ts';
import {
  draftOf,
  type Field,
  type FieldDraft,
  type FieldFaults,
  faultsOf,
  nameFrom,
  PREFIXES,
  textsOf,
} from './field.ts';
import { FieldForm } from './field-form.tsx';

interface FieldDialogProps {
  scope: FieldScope;
  /** Field to change; absent for a new one. */
  field?: Field;
  /** What the form of a new one begins with; an empty one unless given. */
  example?: FieldDraft | undefined;
  onClose: () => void;
}

/** Asks for a field, and declares it; or changes what one is called, and how files carry it. */
export function FieldDialog({ scope, field, example, onClose }: FieldDialogProps) {
  const [draft, setDraft] = useState(example ?? draftOf(field));
  const [isUnnamed, setUnnamed] = useState(false);
  const create = useApiMutation(CreateFieldDocument);
  const update = useApiMutation(UpdateFieldDocument);
  const { isPending, error } = field ? update : create;
  /** Key of the last request, which its error is about. */
  const sent = useRef('');
  const isProposed = draft.name === nameFrom(draft.label);
  const faults = isUnnamed ? { label: 'Give the field a label.' } : faultsOf(error, sent.current);
  const change = (changed: Partial<FieldDraft>) => {
    const { label } = changed;
    // The key follows the label until somebody writes another one.
    const named = !field && isProposed && label !== undefined ? { name: nameFrom(label) } : {};
    if (label?.trim()) setUnnamed(false);
    setDraft((before) => ({ ...before, ...named, ...changed }));
  };
  const submit = () => {
    const isMissing = draft.label.trim() === '';
    const texts = textsOf(draft, scope);
    const { type, multiple, name } = draft;
    const key = PREFIXES[scope] + name.trim();
    setUnnamed(isMissing);
    sent.current = key;
    if (isMissing) return;
    if (field) return update.mutate({ input: { key: field.key, ...texts } }, { onSuccess: onClose });
    create.mutate(
      { input: { key, type, ...(type === 'CATEGORY' && { multiple }), ...texts } },
      {
        onSuccess() {
          notify(`“${texts.label}” is a field now.`);
          onClose();
        },
      },
    );
  };
  const form = useFaultInSight(faults);
  return (
    <FormDialog
      title={field ? `Edit “${field.label}”` : 'Declare a field'}
      size="xl"
      action={field ? common.save : 'Declare'}
      busy={isPending}
      error={Object.keys(faults).length > 0 ? null : explain(error, scope)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack ref={form}>
        <FieldForm {...{ scope, draft, faults }} isNew={!field} onChange={change} />
      </Stack>
    </FormDialog>
  );
}

/** Gives the focus to the first part that is at fault. It may be above what the dialog shows. */
function useFaultInSight(faults: FieldFaults) {
  const form = useRef<HTMLDivElement>(null);
  const named = JSON.stringify(faults);
  useEffect(() => {
    if (named !== '{}') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [named]);
  return form;
}

function explain(error: CompanyDataError | null, scope: FieldScope): CompanyDataError | null {
  if (error?.code !== 'quota_exceeded') return error;
  const limit = formatNumber(Number(error.details.limit));
  const owner = scope === 'CATALOGUE' ? 'A catalogue' : 'An organization';
  const message = `${owner} has at most ${limit} fields. Delete one that nobody needs.`;
  return new CompanyDataError({ ...error, message });
}
