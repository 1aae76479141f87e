import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import { conditionsOf, type Definition, type FilterNode } from '../../filter/definition.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { toSentence } from '../../filter/sentence.ts';
import type { RuleQuery } from '../../generated/graphql.ts';
import { formatNumber, formatShare, formatTimes } from '../../lib/format.ts';
import { useFilterLabels } from '../../preview/value-labels.ts';
import { insightText } from '../../text/insight.ts';
import { DraftLink } from '../../ui/draft-link.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { UserText } from '../../ui/user-text.tsx';

const text = insightText.rule;
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
  if (!best) return <Text>{text.none}</Text>;
  return (
    <>
      <Stack gap="xs" component="section" aria-labelledby="rule">
        <Title order={2} id="rule">
          {text.title}
        </Title>
        <Rule {...of} suggestion={best} isBest />
      </Stack>
      {others.length > 0 && (
        <Stack gap="xs" component="section" aria-labelledby="other-rules">
          <Title order={2} id="other-rules">
            {text.others}
          </Title>
          {others.map((each) => (
            <Rule key={JSON.stringify(each.definition)} {...of} suggestion={each} />
          ))}
        </Stack>
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
function ReadRule({ suggestion, tracked, examples, isBest = false, definition, root }: ReadRuleProps) {
  const { covered, coverage, count, lift, nearMisses } = suggestion;
  const conditions = useMemo(() => [...conditionsOf(root)], [root]);
  const labels = useFilterLabels(conditions);
  const [finds, exceptions] = [count - covered, tracked - covered];
  // The factor of a share: that of the coverage by its share.
  const factor = coverage === 0 ? 0 : lift / coverage;
  const [low, high] = intervalOf(covered, tracked);
  const numbers = text.covers(formatNumber(covered), formatNumber(tracked), formatShare(coverage));
  const link = toDraftLink({ definition });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
            {labels && <Sentence words={toSentence(definition, labels, MAX_VALUES)} />}
          </div>
          {link && (
            <Button
              size="compact-sm"
              variant={isBest ? 'filled' : 'default'}
              renderRoot={(props) => <Link {...props} to="/app/build" hash={link.slice(1)} />}
            >
              {text.use}
            </Button>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Progress value={100 * coverage} aria-label={text.coverage} flex={1} miw={60} />
          <Text size="sm">{numbers}</Text>
        </Group>
        <Group gap="4px 16px">
          <Among root={joined(root, examples && { not: examples })} count={finds}>
            {text.finds(finds, formatNumber(finds))}
          </Among>
          {exceptions > 0 && (
            <Among root={examples && joined(examples, { not: root })} count={exceptions}>
              {text.exceptions(exceptions, formatNumber(exceptions))}
            </Among>
          )}
          <Text size="sm" c="dimmed">
            {text.lift(formatTimes(lift), formatTimes(factor * low), formatTimes(factor * high))}
          </Text>
        </Group>
        {isBest && nearMisses.length > 0 && (
          <Text size="sm" component="div">
            {text.near}{' '}
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

/** Wilson's interval of a share, at 95 %. */
function intervalOf(count: number, all: number): [low: number, high: number] {
  const z2 = 1.96 ** 2;
  const [share, width] = [count / all, 1 + z2 / all];
  const middle = (share + z2 / (2 * all)) / width;
  const reach = (1.96 * Math.sqrt((share * (1 - share)) / all + z2 / (4 * all ** 2))) / width;
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

interface ReadRuleProps extends RuleProps {
  definition: Definition;
  root: FilterNode;
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
