import { Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { CompanyDataError } from '../api/client.ts';
import { type Answered, useApiMutation } from '../api/hooks.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { visibleText } from '../lib/visible-text.ts';
import { FormDialog } from './form-dialog.tsx';
import { notify } from './notify.ts';

interface QuestionProps<Result, Variables>
  extends Omit<ComponentProps<typeof FormDialog>, 'busy' | 'error' | 'onSubmit' | 'children'> {
  document: TypedDocumentString<Result, Variables>;
  /** A function where they depend on the time. */
  variables: Variables | (() => Variables);
  /** Queries that are read again afterwards; all of them unless given. */
  changes?: readonly TypedDocumentString<unknown, never>[];
  idempotencyKey?: (variables: Variables) => string;
  /** What is asked: a text, or fields. */
  body: ReactNode;
  /** Returns an error in words that fit the question. */
  explain?: (error: CompanyDataError | null) => CompanyDataError | null;
  /** Called after the change, when the dialog is closed. Returns what to say of it, if anything. */
  done?: (result: Answered<Result>) => unknown;
}

/** Asks before something is changed, or what it shall be, and changes it. A refusal stands in the dialog. */
export function Question<Result, Variables extends object>(props: QuestionProps<Result, Variables>) {
  const { document, variables, changes, idempotencyKey, body, explain, done, onClose, ...dialog } = props;
  const change = useApiMutation(document, {
    ...(changes && { changes }),
    ...(idempotencyKey && { idempotencyKey }),
  });
  const close = () => {
    change.reset();
    onClose();
  };
  const confirm = async () => {
    // The change may take away the page that asks: what follows must not depend on it.
    const result = await change.mutateAsync(typeof variables === 'function' ? variables() : variables);
    close();
    const said = done?.(result);
    if (typeof said === 'string') notify(said);
  };
  return (
    <FormDialog
      {...dialog}
      busy={change.isPending}
      error={explain ? explain(change.error) : change.error}
      // The dialog shows a failure.
      onSubmit={() => void confirm().catch(() => undefined)}
      onClose={close}
    >
      {typeof body === 'string' ? (
        <Text style={{ overflowWrap: 'anywhere' }}>{visibleText(body)}</Text>
      ) : (
        body
      )}
    </FormDialog>
  );
}
