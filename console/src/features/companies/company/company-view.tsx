import { Alert, Anchor, Button } from '@mantine/core';
import { ExternalLinkIcon, PlusIcon } from '@radix-ui/react-icons';
import { useEffect, useState } from 'react';
import { noteCompany } from '../../../api/recent-companies.ts';
import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { companiesText } from '../../../text/companies.ts';
import { selectionText } from '../../../text/selection.ts';
import { CopyAs } from '../../../ui/copy-as.tsx';
import { Initials } from '../../../ui/initials.tsx';
import { Page } from '../../../ui/page.tsx';
import { AddToList } from '../../../ui/selection/add-to-list.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { FlagButton } from '../flag/flag-button.tsx';
import { PartnersSection } from '../partners/partners-section.tsx';
import { TechnologiesSection } from '../technologies/technologies-section.tsx';
import { companyForms } from './company-forms.ts';
import { CompanyLists } from './company-lists.tsx';
import classes from './company-view.module.css';
import { Firmographics } from './firmographics.tsx';

/** All about one company. @param note shown above the facts, such as that the company took over another. */
export function CompanyView({ company, note }: { company: CompanyFactsFragment; note: string | undefined }) {
  const { name, slug, primaryDomain } = company;
  useEffect(() => {
    noteCompany({ slug, name });
  }, [slug, name]);
  return (
    <Page
      title={name}
      mark={<Initials name={name} of="company" size={56} />}
      subtitle={
        <div className={classes.subtitle}>
          <Anchor
            href={`https://${primaryDomain}`}
            target="_blank"
            rel="noopener noreferrer"
            className={classes.site}
            aria-label={visibleText(companiesText.company.site(primaryDomain))}
          >
            <UserText text={primaryDomain} />
            <ExternalLinkIcon width={12} height={12} aria-hidden />
          </Anchor>
          <CompanyLists slug={slug} />
        </div>
      }
      actions={
        <>
          <AddButton domain={primaryDomain} />
          <CopyAs forms={companyForms(company)} />
          <FlagButton company={company} />
        </>
      }
    >
      {note !== undefined && (
        <Alert variant="light" role="status">
          {visibleText(note)}
        </Alert>
      )}
      <Firmographics company={company} />
      <div className={classes.columns}>
        <TechnologiesSection company={company} />
        <PartnersSection company={company} />
      </div>
    </Page>
  );
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
        {selectionText.add}
      </Button>
      <AddToList opened={isOpen} domains={[domain]} onClose={() => setOpen(false)} />
    </>
  );
}
