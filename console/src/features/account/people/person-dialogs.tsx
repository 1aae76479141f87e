import { Text } from '@mantine/core';
import { useApiMutation } from '../../../api/hooks.ts';
import {
  DisableUserDocument,
  EnableUserDocument,
  type PersonFieldsFragment,
  SetRoleDocument,
  SignUserOutDocument,
  type TypedDocumentString,
  ViewerDocument,
} from '../../../generated/graphql.ts';
import { peopleText as text } from '../../../text/people.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';

interface PersonActionProps {
  person: PersonFieldsFragment;
  isSelf: boolean;
  onClose: () => void;
}

interface QuestionProps<Result, Variables> {
  document: TypedDocumentString<Result, Variables>;
  variables: Variables;
  /** Queries that are read again afterwards; all of them unless given. */
  changes?: readonly TypedDocumentString<unknown, never>[];
  title: string;
  body: string;
  action: string;
  danger?: boolean;
  /** Says what was done. */
  done: (result: Result) => string;
  onClose: () => void;
}

/** Asks before a person is changed. A refusal, such as for the last admin, stands in the dialog. */
function Question<Result, Variables>(props: QuestionProps<Result, Variables>) {
  const { document, variables, changes, body, done, onClose, ...dialog } = props;
  const change = useApiMutation(document, { ...(changes && { changes }) });
  const confirm = () =>
    change.mutate(variables, {
      onSuccess(result) {
        notify(done(result));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      {...dialog}
      opened
      busy={change.isPending}
      error={change.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{body}</Text>
    </ConfirmDialog>
  );
}

/** Makes a member an admin, or the reverse. */
export function SetRole({ person: { userId, name, role }, isSelf, onClose }: PersonActionProps) {
  const { title, body, action, done } = role === 'ADMIN' ? text.demotion : text.promotion;
  return (
    <Question
      document={SetRoleDocument}
      variables={{ input: { userId, role: role === 'ADMIN' ? 'MEMBER' : 'ADMIN' } }}
      // An admin who becomes a member may no longer read what this page shows: it asks anew, as a member.
      {...(isSelf && { changes: [ViewerDocument] })}
      title={title(name)}
      body={body}
      action={action}
      done={() => done(name)}
      onClose={onClose}
    />
  );
}

export function SignOutPerson({ person: { userId, name }, onClose }: PersonActionProps) {
  const { title, body, action, done } = text.signingOut;
  return (
    <Question
      document={SignUserOutDocument}
      variables={{ input: { userId } }}
      changes={[]}
      title={title(name)}
      body={body}
      action={action}
      done={({ revokeSessions }) => done(name, revokeSessions?.count ?? 0)}
      onClose={onClose}
    />
  );
}

export function DisablePerson({ person: { userId, kind, name }, onClose }: PersonActionProps) {
  const { title, body, action, done } = text.disabling;
  return (
    <Question
      document={DisableUserDocument}
      variables={{ input: { userId, disabled: true } }}
      title={title(name)}
      body={body[kind]}
      action={action}
      danger
      done={({ updateUser }) => done(name, updateUser?.createdKeys.length ?? 0)}
      onClose={onClose}
    />
  );
}

export function EnablePerson({ person: { userId, kind, name }, onClose }: PersonActionProps) {
  const { title, body, action, done } = text.enabling;
  return (
    <Question
      document={EnableUserDocument}
      variables={{ input: { userId, disabled: false } }}
      title={title(name)}
      body={body[kind]}
      action={action}
      done={() => done(name)}
      onClose={onClose}
    />
  );
}
