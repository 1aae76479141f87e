import { Group, Stack, Title, VisuallyHidden } from '@mantine/core';
import { CheckIcon, MinusIcon } from '@radix-ui/react-icons';
import { useMemo } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { Definition } from '../../../filter/definition.ts';
import { labelsOf, nodeSentence } from '../../../filter/sentence.ts';
import { ConditionChecksDocument } from '../../../generated/graphql.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { useKnownLabels } from '../values/value-labels.ts';
import { checkDefinition, conditionsToCheck, readChecks } from './condition-checks.ts';
import classes from './numbers.module.css';

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
  const checks = useMemo(() => conditionsToCheck(definition.root), [definition]);
  const check = checkDefinition(definition.registry_version, domain, checks);
  const { data } = useApiQuery(
    ConditionChecksDocument,
    { definition: check },
    { enabled: check !== undefined },
  );
  const funnel = data?.previewCount?.funnel;
  if (!funnel) return null;
  const met = readChecks(funnel, checks.length);
  const labels = labelsOf(catalogue, known);
  return (
    <div>
      <Title order={3}>{text.why}</Title>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {checks.map(({ condition, negated }, index) => {
          const node = { condition };
          const isMet = met[index] === true;
          const Icon = isMet ? CheckIcon : MinusIcon;
          return (
            // Two conditions can be alike; their places tell them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Group component="li" key={index} gap="xs" wrap="nowrap" align="flex-start">
              <Icon width={16} height={16} className={classes.check} data-met={isMet} aria-hidden="true" />
              <bdi>{nodeSentence(negated ? { not: node } : node, labels)}</bdi>
              <VisuallyHidden>{isMet ? text.met : text.notMet}</VisuallyHidden>
            </Group>
          );
        })}
      </Stack>
    </div>
  );
}
