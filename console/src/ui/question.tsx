import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CompanyDataError } from '../api/client.ts';
import { type Answered, useApiMutation } from '../api/hooks.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { visibleText } from '../lib/visible-text.ts';
import { FormDialog } from './form-dialog.tsx';
import { notify } from './notify.ts';

interface QuestionProps<Result, Variables> {
  document: TypedDocumentString<Result, Variables>;
  variables: Variables;
  /** Queries that are read again afterwards; all of them unless given. */
  changes?: readonly TypedDocumentString<unknown, never>[];
  /** True unless given. */
  opened?: boolean;
  title: string;
  body: ReactNode;
  /** Label of the button that runs the change. */
  action: string;
  danger?: boolean;
  /** Returns an error in words that fit the question. */
  explain?: (error: CompanyDataError | null) => CompanyDataError | null;
  /** Called after the change, when the dialog is closed. Returns what to say of it, if anything. */
  done: (result: Answered<Result>) => string | undefined;
  onClose: () => void;
}

/** Asks before something is changed, and changes it. A refusal stands in the dialog. */
export function Question<Result, Variables>(props: QuestionProps<Result, Variables>) {
  const { document, variables, changes, body, explain = (error) => error, done, onClose, ...dialog } = props;
  const change = useApiMutation(document, { ...(changes && { changes }) });
  const confirm = async () => {
    // The change may take away the page that asks: what follows must not depend on it.
    const result = await change.mutateAsync(variables);
    onClose();
    const said = done(result);
    if (said !== undefined) notify(said);
  };
  return (
    <FormDialog
      {...dialog}
      busy={change.isPending}
      error={explain(change.error)}
      // The dialog shows a failure.
      onSubmit={() => void confirm().catch(() => undefined)}
      onClose={onClose}
    >
      {typeof body === 'string' ? (
        <Text style={{ overflowWrap: 'anywhere' }}>{visibleText(body)}</Text>
      ) : (
        body
      )}
    </FormDialog>
  );
}
