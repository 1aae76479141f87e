import { Alert, Anchor, Paper, Title } from '@mantine/core';
import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { companiesText } from '../../../text/companies.ts';
import { CopyAs } from '../../../ui/copy-as.tsx';
import { Page } from '../../../ui/page.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { FlagButton } from '../flag/flag-button.tsx';
import { PartnersSection } from '../partners/partners-section.tsx';
import { TechnologiesSection } from '../technologies/technologies-section.tsx';
import { companyForms } from './company-forms.ts';
import { Firmographics } from './firmographics.tsx';

/** All about one company. @param note shown above the facts, such as that the company took over another. */
export function CompanyView({ company, note }: { company: CompanyFactsFragment; note: string | undefined }) {
  const { name, primaryDomain } = company;
  return (
    <Page
      title={name}
      subtitle={
        <Anchor href={`https://${primaryDomain}`} target="_blank" rel="noreferrer" w="fit-content" maw="100%">
          <UserText text={primaryDomain} />
        </Anchor>
      }
      actions={
        <>
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
      <Paper withBorder p="md" component="section" aria-labelledby="facts">
        <Title order={2} id="facts" mb="xs">
          {companiesText.company.facts}
        </Title>
        <Firmographics company={company} />
      </Paper>
      <PartnersSection company={company} />
      <TechnologiesSection company={company} />
    </Page>
  );
}
