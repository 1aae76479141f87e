import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { wilsonInterval } from '../../../../src/lib/wilson-interval.ts';
import { conditionsOf, type Definition, type FilterNode } from '../../filter/definition.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { toSentence } from '../../filter/sentence.ts';
import type { RuleQuery } from '../../generated/graphql.ts';
import { counted, formatNumber, formatShare, formatTimes } from '../../lib/format.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { DraftLink } from '../../ui/draft-link.tsx';
import { ButtonLink, PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { UserText } from '../../ui/user-text.tsx';

/** Values of a condition that are named. */
const MAX_VALUES = 6;

type Suggestion = NonNullable<RuleQuery['suggestDefinitions']>['suggestions'][number];

interface ExamplesProps {
  /** Number of examples in the catalogue. */
  tracked: number;
  /** Condition that the examples meet; undefined where no filter names so many. */
  examples: FilterNode | undefined;
}

/** Rules behind examples, the best first. */
export function Suggestions({ suggestions, ...of }: ExamplesProps & { suggestions: readonly Suggestion[] }) {
  const [best, ...others] = suggestions;
  if (!best)
    return (
      <Text>
        These companies have nothing in common that sets them apart. Try other ones, or a looser rule.
      </Text>
    );
  return (
    <>
      <Section title="The rule">
        <Rule {...of} suggestion={best} isBest />
      </Section>
      {others.length > 0 && (
        <Section title="Other rules">
          {others.map((each) => (
            <Rule key={JSON.stringify(each.definition)} {...of} suggestion={each} />
          ))}
        </Section>
      )}
    </>
  );
}

interface RuleProps extends ExamplesProps {
  suggestion: Suggestion;
  isBest?: boolean;
}

function Rule(props: RuleProps) {
  const { definition } = props.suggestion;
  const parsed = useMemo(() => parseDefinition(definition), [definition]);
  if (!parsed.ok || parsed.value.root === null) return null;
  return <ReadRule {...props} definition={parsed.value} root={parsed.value.root} />;
}

/** A rule in words, what it covers, and what else it finds. */
function ReadRule({
  suggestion,
  tracked,
  examples,
  isBest = false,
  definition,
  root,
}: RuleProps & { definition: Definition; root: FilterNode }) {
  const { covered, coverage, count, lift, nearMisses } = suggestion;
  const conditions = useMemo(() => [...conditionsOf(root)], [root]);
  const labels = useFilterLabels(conditions);
  const [finds, exceptions] = [count - covered, tracked - covered];
  // The factor of a share: that of the coverage by its share.
  const factor = coverage === 0 ? 0 : lift / coverage;
  const { low, high } = wilsonInterval(covered, tracked);
  const numbers = `${formatNumber(covered)} of ${formatNumber(tracked)} customers · ${formatShare(coverage)}`;
  const link = toDraftLink({ definition });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
            {labels && <Sentence words={toSentence(definition, labels, MAX_VALUES)} />}
          </div>
          {link && (
            <ButtonLink
              to="/app/build"
              hash={link.slice(1)}
              size="compact-sm"
              variant={isBest ? 'filled' : 'default'}
            >
              Use it
            </ButtonLink>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Progress
            value={100 * coverage}
            aria-label="Share of the customers that the rule covers"
            flex={1}
            miw={60}
          />
          <Text size="sm">{numbers}</Text>
        </Group>
        <Group gap="4px 16px">
          <Among root={joined(root, examples && { not: examples })} count={finds}>
            {`${counted(finds, 'company', 'companies')} more like them`}
          </Among>
          {exceptions > 0 && (
            <Among root={examples && joined(examples, { not: root })} count={exceptions}>
              {counted(exceptions, 'customer is an exception', 'customers are exceptions')}
            </Among>
          )}
          <Text size="sm" c="dimmed">
            {`customers are ${formatTimes(lift)} times as frequent among the matches as anywhere (${formatTimes(factor * low)} to ${formatTimes(factor * high)})`}
          </Text>
        </Group>
        {isBest && nearMisses.length > 0 && (
          <Text size="sm" component="div">
            Such as{' '}
            {nearMisses.map(({ companyId, name, slug }, index) => (
              <Fragment key={companyId}>
                {index > 0 && ', '}
                <PageLink to="/app/companies/$identifier" params={{ identifier: slug }} inherit>
                  <UserText text={name} span display="inline" />
                </PageLink>
              </Fragment>
            ))}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** Both conditions; the children of a group stay side by side. */
function joined(root: FilterNode, other: FilterNode | undefined): FilterNode | undefined {
  return other && { and: ['and' in root ? root.and : [root], [other]].flat() };
}

/** A number of companies that leads to them, where a filter can name them. */
function Among({ root, count, children }: { root: FilterNode | undefined; count: number; children: string }) {
  return (
    <Text size="sm" component="span">
      {root && count > 0 ? <DraftLink root={root}>{children}</DraftLink> : children}
    </Text>
  );
}
