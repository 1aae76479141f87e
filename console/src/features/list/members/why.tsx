import { Skeleton, Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../../api/hooks.ts';
import { outcomesOf } from '../../../filter/outcomes.ts';
import { evidenceOf, ownValueOf, type Verdict, verdictSentence } from '../../../filter/reasons.ts';
import type { Labels } from '../../../filter/sentence.ts';
import { ExplainCompanyDocument } from '../../../generated/graphql.ts';
import { formatDay } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { useFilterLabels } from '../../../preview/value-labels.ts';
import { common } from '../../../text/common.ts';
import { filterText } from '../../../text/filter.ts';
import { Outcomes } from '../../../ui/outcomes.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useListConditions } from '../list-data.ts';
import { useListId } from '../search.ts';

interface ExplanationProps {
  /** Domain or slug of the company. */
  identifier: string;
  /** Whether the company is named, with a link to its page. */
  isNamed?: boolean;
}

/** Why a company is or is not in a list: what was done by hand, and each condition of the filter. */
export function Explanation({ identifier, isNamed }: ExplanationProps) {
  const listId = useListId();
  const labels = useFilterLabels(useListConditions());
  const { data, error, refetch } = useApiQuery(ExplainCompanyDocument, { listId, identifier });
  if (error?.code === 'company_not_found') return <NotTracked listId={listId} identifier={identifier} />;
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!labels || !data?.list?.explain) return <Skeleton h={80} role="status" aria-label={common.loading} />;
  const { member, tier, source, excluded, conditions, company } = data.list.explain;
  const asOf = data.catalogue.asOf ?? undefined;
  return (
    <Stack gap="xs">
      {isNamed && company && (
        <PageLink
          to="/app/companies/$identifier"
          params={{ identifier: company.slug }}
          preload={false}
          fw={600}
        >
          <UserText text={`${company.name} · ${company.primaryDomain}`} />
        </PageLink>
      )}
      <Text fw={600} role="status">
        {member && tier ? `Yes, it is a member with tier ${common.tiers[tier]}.` : 'No, it is not a member.'}
      </Text>
      {excluded && <Text>One of its domains was excluded by hand. This overrides everything else.</Text>}
      {source === 'ADDED' && (
        <Text>One of its domains was added by hand. The filter does not matter then.</Text>
      )}
      {conditions.length === 0 ? (
        <Text c="dimmed">The list has no filter.</Text>
      ) : (
        <Verdicts verdicts={conditions} labels={labels} asOf={asOf} />
      )}
      {asOf !== undefined && (
        <Text size="xs" c="dimmed">
          In the catalogue as of {formatDay(asOf)}, its newest observation. All days count back from it.
        </Text>
      )}
    </Stack>
  );
}

/** Says that no company of the catalogue has a domain, and how it can become a member. */
function NotTracked({ listId, identifier }: { listId: string; identifier: string }) {
  return (
    <Stack gap="xs" role="status">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {visibleText(`No tracked company has “${identifier}”.`)}
      </Text>
      <Text>
        Add the domain by hand under Domains: the company becomes a member as soon as the catalogue knows it.
      </Text>
      <PageLink to="/app/lists/$listId/domains" params={{ listId }}>
        Go to the domains
      </PageLink>
    </Stack>
  );
}

/** Values of a condition that are named. */
const MAX_VALUES = 6;

interface VerdictsProps {
  verdicts: readonly (Verdict & { pointer: string })[];
  labels: Labels;
  /** Newest observation of the catalogue, from which evidence windows count back. */
  asOf: string | undefined;
}

/** Conditions of a filter with their outcomes, and what decides about them. */
function Verdicts({ verdicts, labels, asOf }: VerdictsProps) {
  return (
    <Outcomes
      label="Conditions of the filter"
      root={outcomesOf(verdicts)}
      render={(verdict) => {
        const evidence = evidenceOf(verdict, asOf);
        const value = ownValueOf(verdict, labels);
        return (
          <>
            <bdi>{verdictSentence(verdict, labels, MAX_VALUES)}</bdi>
            <Text fz="xs" c="dimmed" component="div">
              {evidence && (
                <div>
                  {evidence.label} <time dateTime={evidence.seen}>{formatDay(evidence.seen)}</time>
                  {evidence.meaning !== undefined && `, ${evidence.meaning}`}
                </div>
              )}
              {value !== undefined && (
                <div>
                  <bdi>{value}</bdi>
                </div>
              )}
              {verdict.deletedFields?.map((key) => (
                <div key={key}>The field {key} was deleted: no company has a value.</div>
              ))}
              {verdict.deletedLists?.map((id) => (
                <div key={id}>{filterText.sentence.listNumber(id)} was deleted: no company is in it.</div>
              ))}
            </Text>
          </>
        );
      }}
    />
  );
}
