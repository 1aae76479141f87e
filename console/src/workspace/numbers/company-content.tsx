import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { outcomesOf } from '../../filter/outcomes.ts';
import { labelsOf, nodeSentence } from '../../filter/sentence.ts';
import { CompanyPeekDocument, ConditionChecksDocument } from '../../generated/graphql.ts';
import type { SampleCompany } from '../../preview/preview-request.ts';
import { useKnownLabels } from '../../preview/value-labels.ts';
import { CompanyFacts } from '../../ui/company-facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Outcomes } from '../../ui/outcomes.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { checkDefinition, conditionsToCheck } from './condition-checks.ts';

interface CompanyContentProps {
  catalogue: Catalogue;
  company: Pick<SampleCompany, 'slug' | 'primaryDomain'>;
  definition: Definition;
  /** List whose definition is edited: it may go on naming lists that the caller cannot see. */
  listId: string | undefined;
}

/** A company: which conditions of a definition it meets, and its facts. */
export function CompanyContent({ catalogue, company, definition, listId }: CompanyContentProps) {
  const query = useApiQuery(CompanyPeekDocument, { identifier: company.slug });
  return (
    <Stack>
      <PageLink to="/app/companies/$identifier" params={{ identifier: company.slug }}>
        Open the company’s page
      </PageLink>
      <ConditionChecks {...{ catalogue, company, definition, listId }} />
      <Title order={3}>Company</Title>
      <Loaded query={query}>{(data) => data.company && <CompanyFacts company={data.company} />}</Loaded>
    </Stack>
  );
}

/** Why a company matches: each condition in words, and whether the company meets it. Nothing for very large filters. */
function ConditionChecks({ catalogue, company, definition, listId }: CompanyContentProps) {
  const known = useKnownLabels();
  const checks = useMemo(() => conditionsToCheck(definition.root), [definition]);
  const check = checkDefinition(definition.registry_version, company.primaryDomain, checks);
  const { data } = useApiQuery(
    ConditionChecksDocument,
    { definition: check, ...(listId !== undefined && { listId }) },
    { enabled: check !== undefined },
  );
  const funnel = data?.previewCount?.funnel;
  if (!funnel) return null;
  const counts = new Map(funnel.map(({ pointer, exactCount }) => [pointer, exactCount]));
  const labels = labelsOf(catalogue, known);
  const verdicts = checks.map((each, index) => ({
    ...each,
    met: (counts.get(`/root/or/${index}`) ?? 0) > 0,
  }));
  return (
    <div>
      <Title order={3}>Conditions of the filter</Title>
      <Outcomes
        label="Conditions of the filter"
        root={outcomesOf(verdicts)}
        render={({ condition, negated }) => {
          const node = { condition };
          return <bdi>{nodeSentence(negated ? { not: node } : node, labels)}</bdi>;
        }}
      />
    </div>
  );
}
