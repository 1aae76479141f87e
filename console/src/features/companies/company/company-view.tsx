import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { ExclamationTriangleIcon, ExternalLinkIcon, PlusIcon } from '@radix-ui/react-icons';
import { useEffect, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import { noteCompany } from '../../../api/recent-companies.ts';
import {
  type CompanyFactsFragment,
  CompanyTechnologiesDocument,
  type FieldPartsFragment,
  FlagCompanyDocument,
} from '../../../generated/graphql.ts';
import { curlOf } from '../../../lib/curl.ts';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { CopyAs } from '../../../ui/copy-as.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/form-dialog.tsx';
import { Initials } from '../../../ui/initials.tsx';
import { Lines } from '../../../ui/loaded.tsx';
import { isTooLong, LongText } from '../../../ui/long-text.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { AddToList } from '../../../ui/selection/add-to-list.tsx';
import { SmallButton } from '../../../ui/small-buttons.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { OwnFields } from '../fields/own-fields.tsx';
import { PartnersSection, usePartners } from '../partners/partners-section.tsx';
import { SimilarSection } from '../similar.tsx';
import { TechnologiesSection } from '../technologies/technologies-section.tsx';
import { CompanyLists } from './company-lists.tsx';
import classes from './company-view.module.css';
import { Firmographics } from './firmographics.tsx';
import { WhatChanged } from './what-changed.tsx';

interface CompanyViewProps {
  company: CompanyFactsFragment;
  /** Own fields that the caller can use. */
  fields: readonly FieldPartsFragment[];
  /** Shown above the facts, such as that the company took over another. */
  note: string | undefined;
}

/** All about one company: what it is, what changed, its lists; beside it what it uses, its partners, and similar ones. */
export function CompanyView({ company, fields, note }: CompanyViewProps) {
  const { name, slug, primaryDomain } = company;
  /** Begin of a report of wrong data; undefined while there is none. */
  const [about, setAbout] = useState<string>();
  const isReady = useIsReady(slug);
  useEffect(() => {
    noteCompany({ slug, name });
  }, [slug, name]);
  return (
    <Page
      title={name}
      mark={<Initials name={name} of="company" size={56} />}
      subtitle={
        <>
          <Anchor
            href={`https://${primaryDomain}`}
            target="_blank"
            rel="noopener noreferrer"
            c="dimmed"
            display="inline-flex"
            maw="100%"
            mih={24}
            style={{ gap: 4, alignItems: 'center' }}
            aria-label={`${visibleText(primaryDomain)}, opens in a new tab`}
          >
            <UserText text={primaryDomain} />
            <ExternalLinkIcon width={12} height={12} aria-hidden />
          </Anchor>
          <Firmographics company={company} onReport={setAbout} />
        </>
      }
      actions={
        <>
          <AddButton domain={primaryDomain} />
          <CopyAs
            what="the company"
            curl={() =>
              curlOf({
                path: `/v1/companies/${encodeURIComponent(slug)}?include=technologies,firmographics`,
              })
            }
            graphql={() => queryOf(slug)}
            json={() => JSON.stringify(company, null, 2)}
          />
          <SmallButton icon={ExclamationTriangleIcon} onClick={() => setAbout('')}>
            Report wrong data
          </SmallButton>
        </>
      }
    >
      {note !== undefined && (
        <Alert variant="light" role="status">
          {visibleText(note)}
        </Alert>
      )}
      <OwnFields company={company} fields={fields} />
      <div className={classes.columns}>
        {isReady ? (
          <>
            <Stack gap={32} miw={0}>
              <WhatChanged company={company} />
              <CompanyLists slug={slug} />
            </Stack>
            <Stack gap={32} miw={0}>
              <TechnologiesSection company={company} />
              <PartnersSection company={company} />
            </Stack>
            <SimilarSection company={company} />
          </>
        ) : (
          <>
            <Lines count={10} />
            <Lines count={10} />
            <Lines count={10} />
          </>
        )}
      </div>
      {about !== undefined && (
        <ReportDialog company={company} about={about} onClose={() => setAbout(undefined)} />
      )}
    </Page>
  );
}

/** Whether what stands above other sections is there, so that it does not move them. */
function useIsReady(slug: string): boolean {
  const technologies = useApiQuery(CompanyTechnologiesDocument, { identifier: slug });
  const partners = usePartners(slug);
  return !technologies.isPending && !partners.isPending;
}

function AddButton({ domain }: { domain: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<PlusIcon width={14} height={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add to list
      </Button>
      <AddToList opened={isOpen} domains={[domain]} onClose={() => setOpen(false)} />
    </>
  );
}

const queryOf = (slug: string): string => `{
  company(identifier: ${JSON.stringify(slug)}) {
    companyId
    name
    slug
    domains
    investors
    firmographics { industry country employeeRange foundedYear technologyCount }
    technologies(first: 100) {
      totalCount
      edges { firstSeen lastSeen detectionCount node { techKey displayName category } }
    }
    partnerships(first: 100) {
      access
      totalCount
      edges { node { partnerName partnerSlug firstObservedAt lastObservedAt observationCount } }
    }
  }
}
`;

interface ReportDialogProps {
  company: Pick<CompanyFactsFragment, 'name' | 'slug'>;
  /** Begin of the description, such as the fact that is wrong. */
  about: string;
  onClose: () => void;
}

/** Reports wrong data of a company. After sending, says what happens next. */
function ReportDialog({ company: { name, slug }, about, onClose }: ReportDialogProps) {
  const [text, setText] = useState(about);
  const { mutate, data, error, isPending } = useApiMutation(FlagCompanyDocument, { changes: [] });
  const description = text.trim();
  const flag = data?.flagCompany?.flag;
  return (
    <Dialog opened onClose={onClose} title={`Report wrong data of ${name}`} size="md">
      {flag ? (
        <Stack>
          <Text role="status">
            <strong>Thank you.</strong> Report {formatNumber(flag.flagId)} waits for the data-quality review.
            Corrections appear with one of the next imports.
          </Text>
          <Group>
            <Button onClick={onClose} data-autofocus>
              {common.close}
            </Button>
            <PageLink to="/app/reports">See what became of reports</PageLink>
          </Group>
        </Stack>
      ) : (
        <DialogForm
          action="Send the report"
          busy={isPending}
          disabled={isTooLong(text)}
          error={error}
          onSubmit={() => mutate({ input: { identifier: slug, ...(description !== '' && { description }) } })}
          onCancel={onClose}
        >
          <LongText
            label="What looks wrong? (optional)"
            placeholder="Such as: the company moved to France in 2024, and acme.fr is missing among its domains."
            value={text}
            onChange={setText}
            first
          />
          <Text size="sm" c="dimmed">
            The report goes to the data-quality review. It changes no data by itself, and everybody in your
            organization can read it.
          </Text>
        </DialogForm>
      )}
    </Dialog>
  );
}
