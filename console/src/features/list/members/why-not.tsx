import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { QuestionMarkCircledIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { ExplainCompanyDocument } from '../../../generated/graphql.ts';
import { identifierOf } from '../../../lib/identifier.ts';
import { parsePastedDomain, REASONS } from '../../../lib/pasted-domain.ts';
import { membersText } from '../../../text/members.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useListLabels } from './use-list-labels.ts';
import { Explanation } from './why/explanation.tsx';

const text = membersText.whyNot;

/** Explains any company: why it is in the list, or what keeps it out. */
export function WhyNot({ listId }: { listId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<QuestionMarkCircledIcon width={14} height={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text.button}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={text.title}>
        <WhyNotForm listId={listId} />
      </Dialog>
    </>
  );
}

function WhyNotForm({ listId }: { listId: string }) {
  const [typed, setTyped] = useState('');
  const [identifier, setIdentifier] = useState<string>();
  const [fault, setFault] = useState<string>();
  const labels = useListLabels(listId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isShared = parsePastedDomain(typed).reason === REASONS.shared;
    const found = isShared ? undefined : identifierOf(typed);
    setFault(isShared ? REASONS.shared : found === undefined ? text.missing : undefined);
    if (found !== undefined) setIdentifier(found);
  };
  return (
    <Stack>
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex="1 1 240px"
            label={text.label}
            description={text.hint}
            value={typed}
            error={fault}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
          />
          <Button type="submit">{text.submit}</Button>
        </Group>
      </form>
      {identifier !== undefined && (
        <>
          <Explained listId={listId} identifier={identifier} />
          <Explanation listId={listId} identifier={identifier} labels={labels} />
        </>
      )}
    </Stack>
  );
}

/** Company that is explained, which leads to its page. */
function Explained({ listId, identifier }: { listId: string; identifier: string }) {
  const company = useApiQuery(ExplainCompanyDocument, { listId, identifier }).data?.list?.explain?.company;
  if (!company) return null;
  return (
    <Text fw={600} component="div">
      <PageLink to="/app/companies/$identifier" params={{ identifier: company.slug }} preload={false}>
        <UserText text={`${company.name} · ${company.primaryDomain}`} />
      </PageLink>
    </Text>
  );
}
