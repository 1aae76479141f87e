import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CompanyDataError } from '../../api/client.ts';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import {
  DeleteFieldDocument,
  type FieldScope,
  FieldsDocument,
  ListLabelDocument,
} from '../../generated/graphql.ts';
import { counted } from '../../lib/format.ts';
import { Empty } from '../empty.tsx';
import { useFocusBack } from '../focus-back.ts';
import { FormDialog } from '../form-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { notify } from '../notify.ts';
import { WRAPPED } from '../page.tsx';
import { PageLink } from '../page-link.tsx';
import { ReadOnly } from '../read-only.tsx';
import { UserText } from '../user-text.tsx';
import { EXAMPLES, type Field, type FieldDraft } from './field.ts';
import { FieldDialog } from './field-dialog.tsx';
import { FieldsTable } from './fields-table.tsx';

interface FieldsPanelProps {
  scope: FieldScope;
  /** Whether the caller may change the fields, or only read them. */
  canDeclare: boolean;
}

/** The fields of the catalogue or of the organization, with everything that can be done with them. */
export function FieldsPanel({ scope, canDeclare }: FieldsPanelProps) {
  const query = useApiQuery(FieldsDocument, {}, { staleTime: 0 });
  const [declaring, setDeclaring] = useState<{ example?: FieldDraft }>();
  const [acting, setActing] = useState<{ action: 'edit' | 'delete'; field: Field }>();
  const close = () => setActing(undefined);
  const panel = useRef<HTMLDivElement>(null);
  useFocusBack(panel, declaring ? '' : acting?.field.key);
  return (
    <Stack ref={panel}>
      <Loaded query={query} lines={6}>
        {({ companyFields }) => {
          const fields = companyFields?.filter((field) => field.scope === scope) ?? [];
          if (fields.length === 0) return <NoFields {...{ scope, canDeclare }} onDeclare={setDeclaring} />;
          return (
            <>
              {canDeclare ? (
                <Group justify="flex-end">
                  <Button {...WRAPPED} data-opens="" onClick={() => setDeclaring({})}>
                    Declare a field
                  </Button>
                </Group>
              ) : (
                <ReadOnly reason="Only an admin of the organization can declare, change or delete its fields." />
              )}
              <FieldsTable
                scope={scope}
                fields={fields}
                {...(canDeclare && { onAction: (action, field) => setActing({ action, field }) })}
              />
            </>
          );
        }}
      </Loaded>
      {declaring && (
        <FieldDialog scope={scope} example={declaring.example} onClose={() => setDeclaring(undefined)} />
      )}
      {acting?.action === 'edit' && <FieldDialog scope={scope} field={acting.field} onClose={close} />}
      {acting?.action === 'delete' && <DeleteField field={acting.field} onClose={close} />}
    </Stack>
  );
}

const EMPTY = {
  ORGANIZATION: {
    title: 'No fields of your own yet',
    body: 'Declare a field, then set its values on the page of a company or over the API. Filters, lists and exports know it at once.',
    example: 'Begin with an example: Score',
  },
  CATALOGUE: {
    title: 'The catalogue has no fields of its own yet',
    body: (
      <>
        If you have a file of companies with further columns, import it:{' '}
        <PageLink to="/app/installation/imports" inherit underline="always">
          Imports
        </PageLink>{' '}
        proposes a field for each of them.
      </>
    ),
    example: 'Begin with an example: Revenue',
  },
};

/** Says what to do first, with an example that is ready to be declared. */
function NoFields(props: FieldsPanelProps & { onDeclare: (begin: { example?: FieldDraft }) => void }) {
  const { scope, canDeclare, onDeclare } = props;
  const { title, body, example } = EMPTY[scope];
  return (
    <Empty title={title}>
      <Text maw={520}>{canDeclare ? body : 'An admin of the organization can declare some.'}</Text>
      {canDeclare && (
        <Group gap="xs" justify="center" mt="xs">
          <Button {...WRAPPED} onClick={() => onDeclare({ example: EXAMPLES[scope] })}>
            {example}
          </Button>
          <Button {...WRAPPED} variant="default" data-opens="" onClick={() => onDeclare({})}>
            Declare a field
          </Button>
        </Group>
      )}
    </Empty>
  );
}

/** Lists that are shown by their names. */
const SHOWN = 10;

/** Asks before a field goes with its values. If lists use it, says which, and asks again. */
function DeleteField({ field, onClose }: { field: Field; onClose: () => void }) {
  const remove = useApiMutation(DeleteFieldDocument);
  const { key, label, companyCount } = field;
  const uses = remove.error?.code === 'field_in_use' ? remove.error : undefined;
  const confirm = () =>
    remove.mutate(
      { input: { key, force: uses !== undefined } },
      {
        onSuccess() {
          notify(`“${label}” is deleted.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      danger
      title={`Delete “${label}”?`}
      action={uses ? 'Delete all the same' : 'Delete'}
      busy={remove.isPending}
      error={uses ? null : remove.error}
      onSubmit={confirm}
      onClose={onClose}
    >
      <Text>
        {companyCount === 0
          ? 'The field is deleted. No company has a value.'
          : `The field is deleted with its values at ${counted(companyCount, 'company', 'companies')}.`}
      </Text>
      {companyCount > 0 && (
        <Text>They do not come back, also not if a field of the same key is declared again.</Text>
      )}
      {uses && <Uses error={uses} />}
    </FormDialog>
  );
}

/** Says which lists use a field: how many there are, and the names of those that the caller can see. */
function Uses({ error: { details } }: { error: CompanyDataError }) {
  const count = Number(details.list_count);
  const ids = Array.isArray(details.list_ids) ? details.list_ids.map(Number) : [];
  const shown = ids.slice(0, SHOWN);
  const [more, hidden] = [ids.length - shown.length, count - ids.length];
  return (
    <Alert color="yellow" role="alert">
      <Text fw={600}>{counted(count, 'list uses', 'lists use')} this field</Text>
      <List size="sm">
        {shown.map((id) => (
          <List.Item key={id}>
            <UsingList id={id} />
          </List.Item>
        ))}
        {more > 0 && <List.Item>and {counted(more, 'list', 'lists')} more</List.Item>}
        {hidden > 0 && <List.Item>and {counted(hidden, 'list', 'lists')} that you cannot see</List.Item>}
      </List>
      <Text mt="xs">
        Change the filters first. If you delete the field all the same, their conditions on it match no value.
      </Text>
    </Alert>
  );
}

function UsingList({ id }: { id: number }) {
  const listId = String(id);
  const { data } = useApiQuery(ListLabelDocument, { listId });
  return (
    <PageLink to="/app/lists/$listId" params={{ listId }} maw="100%" inherit underline="always">
      <UserText text={data?.list?.name ?? `List ${id}`} span />
    </PageLink>
  );
}
