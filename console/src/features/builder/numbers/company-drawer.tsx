import { Anchor, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../../api/hooks.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import { CompanyPeekDocument } from '../../../generated/graphql.ts';
import type { SampleCompany } from '../../../preview/preview-request.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { CompanyFacts } from '../../../ui/company-facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ConditionChecks } from './condition-list.tsx';
import { SideDrawer } from './side-drawer.tsx';

const text = numbersText.company;

interface CompanyDrawerProps {
  catalogue: Catalogue;
  /** The company, and the definition that it matches. */
  opened: { company: SampleCompany; definition: Definition } | undefined;
  onClose: () => void;
}

/** A match beside the page: which conditions it meets, and its facts. The draft stays where it is. */
export function CompanyDrawer({ catalogue, opened, onClose }: CompanyDrawerProps) {
  return (
    <SideDrawer opened={opened !== undefined} onClose={onClose} title={opened?.company.name ?? text.title}>
      {opened && <CompanyContent catalogue={catalogue} {...opened} />}
    </SideDrawer>
  );
}

interface CompanyContentProps {
  catalogue: Catalogue;
  company: Pick<SampleCompany, 'slug' | 'primaryDomain'>;
  definition: Definition;
}

/** A company: which conditions of a definition it meets, and its facts. */
export function CompanyContent({ catalogue, company, definition }: CompanyContentProps) {
  const query = useApiQuery(CompanyPeekDocument, { identifier: company.slug });
  return (
    <Stack>
      <Anchor
        renderRoot={(props) => (
          <Link {...props} to="/app/companies/$identifier" params={{ identifier: company.slug }} />
        )}
      >
        {text.open}
      </Anchor>
      <ConditionChecks {...{ catalogue, definition }} domain={company.primaryDomain} />
      <Title order={3}>{text.title}</Title>
      <Loaded query={query}>{(data) => data.company && <CompanyFacts company={data.company} />}</Loaded>
    </Stack>
  );
}
