import { Button, TextInput } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { useApiQuery } from '../../api/hooks.ts';
import {
  CreateOrganizationDocument,
  GrantCreditsDocument,
  InstallationOrganizationsDocument,
  type InstallationOrganizationsQuery,
} from '../../generated/graphql.ts';
import { counted, formatNumber } from '../../lib/format.ts';
import { ONLY_PROVIDER } from '../../lib/provider.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { actionsColumn, type Column, column, countColumn } from '../../ui/data-table.tsx';
import { invitedText, providedBy } from '../../ui/invited-text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { WRAPPED } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { usePages } from '../../ui/pager.tsx';
import { Question } from '../../ui/question.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Note, UserText } from '../../ui/user-text.tsx';
import { InstallationPage } from './installation-page.tsx';

type Organization = NonNullable<
  NonNullable<InstallationOrganizationsQuery['installation']>['organizations']
>['edges'][number]['node'];

const COLUMNS: readonly Column<Organization>[] = [
  column('Name', ({ name, organizationId }) => (
    <>
      <UserText text={name} maw="min(60vw, 280px)" />
      <Note>{`#${organizationId}`}</Note>
    </>
  )),
  countColumn('Credits', ({ creditBalance }) => creditBalance),
  countColumn('Users', ({ userCount }) => userCount),
  countColumn('Keys', ({ keyCount }) => keyCount),
  countColumn('Lists', ({ listCount }) => listCount),
  column('Since', ({ createdAt }) => <TimeAgo at={createdAt} />),
];

/** All organizations of the installation, and how much each has. Operators create them and grant credits. */
export default function OrganizationsPage() {
  const { variables, pages } = usePages(50);
  const [granting, setGranting] = useState<Organization>();
  const [isCreating, setCreating] = useState(false);
  const query = useApiQuery(InstallationOrganizationsDocument, variables, {
    keepPrevious: true,
    staleTime: 0,
  });
  return (
    <InstallationPage
      section="organizations"
      actions={
        <Button {...WRAPPED} onClick={() => setCreating(true)}>
          Create an organization
        </Button>
      }
    >
      <Loaded query={query} lines={8}>
        {({ installation }) => (
          <PagedTable
            label="Organizations"
            total={installation?.organizations?.totalCount ?? 0}
            pages={pages}
            rows={installation?.organizations?.edges.map(({ node }) => node)}
            idOf={({ organizationId }) => organizationId}
            columns={[
              ...COLUMNS,
              actionsColumn<Organization>((organization) => (
                <SmallButton
                  aria-label={`Grant credits to ${visibleText(organization.name)}`}
                  onClick={() => setGranting(organization)}
                >
                  Grant credits
                </SmallButton>
              )),
            ]}
          />
        )}
      </Loaded>
      {granting && <GrantCredits organization={granting} onClose={() => setGranting(undefined)} />}
      <CreateOrganization opened={isCreating} onClose={() => setCreating(false)} />
    </InstallationPage>
  );
}

const MOST = 1_000_000_000;

/** Returns the number of credits that was typed; undefined unless it is a whole number within the limits. */
function amountOf(typed: string, least: number): number | undefined {
  const digits = typed.trim();
  const amount = Number(digits);
  return /^\d+$/.test(digits) && amount >= least && amount <= MOST ? amount : undefined;
}

interface CreditsInputProps {
  value: string;
  onChange: (typed: string) => void;
  /** Smallest number that can be typed. */
  least: number;
  description: string;
}

function CreditsInput({ value, onChange, least, description }: CreditsInputProps) {
  const isWrong = value.trim() !== '' && amountOf(value, least) === undefined;
  return (
    <TextInput
      label="Credits"
      description={description}
      error={isWrong && `Enter a whole number from ${least} to ${formatNumber(MOST)}.`}
      inputMode="numeric"
      autoComplete="off"
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus
    />
  );
}

function GrantCredits({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { organizationId, name } = organization;
  const [typed, setTyped] = useState('');
  const [attempt] = useState(randomId);
  const amount = amountOf(typed, 1);
  return (
    <Question
      document={GrantCreditsDocument}
      variables={{ input: { organizationId, amount: amount ?? 0 } }}
      // Whoever tries again after a lost response grants nothing twice.
      idempotencyKey={({ input }) => `grant-${attempt}-${input.amount}`}
      title={`Grant credits to ${name}`}
      action="Grant"
      disabled={amount === undefined}
      done={({ grantCredits }) => {
        const granted = `${counted(amount ?? 0, 'credit is', 'credits are')} granted`;
        return `${granted} to ${name}. The balance is ${formatNumber(grantCredits?.organization.creditBalance ?? amount ?? 0)}.`;
      }}
      onClose={onClose}
      body={
        <CreditsInput
          value={typed}
          onChange={setTyped}
          least={1}
          description={`1 to ${formatNumber(MOST)}. They cannot be taken back.`}
        />
      }
    />
  );
}

const NEW = { name: '', email: '', admin: '', credits: '0' };

/** Asks for a new organization and its first admin, who gets a link that is shown once. */
function CreateOrganization({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [fields, setFields] = useState(NEW);
  const [made, setMade] = useState<Pick<ComponentProps<typeof ShownOnce>, 'value' | 'text'>>();
  const credits = amountOf(fields.credits, 0);
  const [name, email, admin] = [fields.name.trim(), fields.email.trim(), fields.admin.trim()];
  const inputOf = (key: keyof typeof NEW, maxLength: number) => ({
    maxLength,
    value: fields[key],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFields((before) => ({ ...before, [key]: currentTarget.value })),
  });
  return (
    <>
      <Question
        opened={opened}
        document={CreateOrganizationDocument}
        variables={{ input: { name, credits, admin: { email, ...(admin !== '' && { name: admin }) } } }}
        title="Create an organization"
        action="Create"
        disabled={name === '' || email === '' || credits === undefined}
        done={({ createOrganization: created }) => {
          setFields(NEW);
          if (created) setMade({ value: created.link, text: invitedText(created.mailed) });
        }}
        onClose={onClose}
        body={
          <>
            <TextInput label="Name" required {...inputOf('name', 200)} data-autofocus />
            <TextInput
              label="E-mail of the first admin"
              description={
                ONLY_PROVIDER
                  ? providedBy(ONLY_PROVIDER)
                  : 'You get a link that signs the admin in once, within 72 hours.'
              }
              type="email"
              required
              {...inputOf('email', 254)}
            />
            <TextInput
              label="Name of the admin"
              description="By default, the part of the address before the @."
              {...inputOf('admin', 200)}
            />
            <CreditsInput
              value={fields.credits}
              onChange={(typed) => setFields((before) => ({ ...before, credits: typed }))}
              least={0}
              description="What the organization can spend at first. You can grant more at any time."
            />
          </>
        }
      />
      {made && <ShownOnce {...made} onClose={() => setMade(undefined)} />}
    </>
  );
}
