import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import { outcomesOf } from '../../../filter/outcomes.ts';
import { labelsOf, nodeSentence } from '../../../filter/sentence.ts';
import { ConditionChecksDocument } from '../../../generated/graphql.ts';
import { useKnownLabels } from '../../../preview/value-labels.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { Outcomes } from '../../../ui/outcomes.tsx';
import { useEditor } from '../editor/context.ts';
import { checkDefinition, conditionsToCheck, readChecks } from './condition-checks.ts';

const text = numbersText.company;

interface ConditionChecksProps {
  catalogue: Catalogue;
  definition: Definition;
  /** A domain of the company. */
  domain: string;
}

/** Why a company matches: each condition in words, and whether the company meets it. Nothing for very large filters. */
export function ConditionChecks({ catalogue, definition, domain }: ConditionChecksProps) {
  const known = useKnownLabels();
  const { listId } = useEditor();
  const checks = useMemo(() => conditionsToCheck(definition.root), [definition]);
  const check = checkDefinition(definition.registry_version, domain, checks);
  const { data } = useApiQuery(
    ConditionChecksDocument,
    { definition: check, ...(listId !== undefined && { listId }) },
    { enabled: check !== undefined },
  );
  const funnel = data?.previewCount?.funnel;
  if (!funnel) return null;
  const met = readChecks(funnel, checks.length);
  const labels = labelsOf(catalogue, known);
  const verdicts = checks.map((check, index) => ({ ...check, met: met[index] === true }));
  return (
    <div>
      <Title order={3}>{text.why}</Title>
      <Outcomes
        label={text.why}
        root={outcomesOf(verdicts)}
        render={({ condition, negated }) => {
          const node = { condition };
          return <bdi>{nodeSentence(negated ? { not: node } : node, labels)}</bdi>;
        }}
      />
    </div>
  );
}
