import { Skeleton, Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../../../api/hooks.ts';
import type { Labels } from '../../../../filter/sentence.ts';
import { ExplainCompanyDocument, type ExplainCompanyQuery } from '../../../../generated/graphql.ts';
import { formatDay } from '../../../../lib/format.ts';
import { visibleText } from '../../../../lib/visible-text.ts';
import { common } from '../../../../text/common.ts';
import { membersText } from '../../../../text/members.ts';
import { PageLink } from '../../../../ui/page-link.tsx';
import { Problem } from '../../../../ui/problem.tsx';
import { Verdicts } from './verdicts.tsx';

const text = membersText.why;

interface ExplanationProps {
  listId: string;
  /** Domain or slug of the company. */
  identifier: string;
  labels: Labels | undefined;
}

/** Why a company is or is not in a list: what was done by hand, and each condition of the filter. */
export function Explanation({ listId, identifier, labels }: ExplanationProps) {
  const { data, error, refetch } = useApiQuery(ExplainCompanyDocument, { listId, identifier });
  if (error?.code === 'company_not_found') return <NotTracked listId={listId} identifier={identifier} />;
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!labels || !data?.list?.explain) return <Skeleton h={80} role="status" aria-label={common.loading} />;
  const { explain } = data.list;
  const asOf = data.catalogue.asOf ?? undefined;
  return (
    <Stack gap="xs">
      <Outcome explanation={explain} />
      {explain.conditions.length === 0 ? (
        <Text c="dimmed">{text.noConditions}</Text>
      ) : (
        <Verdicts verdicts={explain.conditions} labels={labels} asOf={asOf} />
      )}
      {asOf !== undefined && (
        <Text size="xs" c="dimmed">
          {text.asOf(formatDay(asOf))}
        </Text>
      )}
    </Stack>
  );
}

type Explained = NonNullable<NonNullable<ExplainCompanyQuery['list']>['explain']>;

function Outcome({ explanation: { member, tier, source, excluded } }: { explanation: Explained }) {
  return (
    <>
      <Text fw={600} role="status">
        {member && tier ? text.in(common.tiers[tier]) : text.out}
      </Text>
      {excluded && <Text>{text.excluded}</Text>}
      {source === 'ADDED' && <Text>{text.added}</Text>}
    </>
  );
}

/** Says that no company of the catalogue has a domain, and how it can become a member. */
function NotTracked({ listId, identifier }: { listId: string; identifier: string }) {
  return (
    <Stack gap="xs" role="status">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {visibleText(membersText.whyNot.notTracked(identifier))}
      </Text>
      <Text>{membersText.whyNot.notTrackedHint}</Text>
      <PageLink to="/app/lists/$listId/domains" params={{ listId }}>
        {membersText.whyNot.toDomains}
      </PageLink>
    </Stack>
  );
}
