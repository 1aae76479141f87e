import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type Catalogue, findField } from '../../../filter/catalogue.ts';
import { conditionsOf, type Definition, type Value } from '../../../filter/definition.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import type { Example } from '../../../preview/use-catalogue.ts';
import { useValueLabels } from '../../../preview/value-labels.ts';
import { numbersText } from '../../../text/builder-numbers.ts';

const text = numbersText.first;
const NONE: readonly Value[] = [];

/** Fields whose examples read best to a newcomer. */
const SHOWN: readonly string[] = ['country', 'industry', 'technology', 'employee_range', 'partner'];

interface FirstStepsProps {
  catalogue: Catalogue;
  examples: readonly Example[];
  /** Whether there is a filter, which only says what to leave out. */
  isUnbounded: boolean;
  onLoad: (definition: Definition) => void;
}

/** Suggests a first condition, for a filter that is empty or only excludes companies. */
export function FirstSteps({ catalogue, examples, isUnbounded, onLoad }: FirstStepsProps) {
  const shown = examples.filter(({ field }) => SHOWN.includes(field));
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="xs">
        <Title order={2}>{text.title}</Title>
        <Text>{isUnbounded ? text.unbounded : text.empty}</Text>
        {!isUnbounded && shown.length > 0 && (
          <>
            <Text c="dimmed">{text.examples}</Text>
            <Group gap="xs">
              {shown.map((example) => (
                <ExampleButton key={example.field} {...{ catalogue, example, onLoad }} />
              ))}
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}

type ExampleButtonProps = Pick<FirstStepsProps, 'catalogue' | 'onLoad'> & { example: Example };

function ExampleButton({ catalogue, example: { field, definition }, onLoad }: ExampleButtonProps) {
  const [first] = conditionsOf(definition.root);
  const values = useValueLabels(catalogue, field, first?.values ?? NONE);
  return (
    <Button variant="default" size="compact-sm" onClick={() => onLoad(definition)}>
      {text.load(findField(catalogue, field)?.label ?? field, visibleText(values.join(', ')))}
    </Button>
  );
}
