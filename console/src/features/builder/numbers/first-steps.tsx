import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type Catalogue, findField, listedLabel } from '../../../filter/catalogue.ts';
import { conditionsOf, type Definition } from '../../../filter/definition.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import type { Example } from '../values/use-catalogue.ts';

const text = numbersText.first;

/** Fields whose examples read best to a newcomer. */
const SHOWN: readonly string[] = ['country', 'industry', 'technology', 'employee_range', 'partner'];

interface FirstStepsProps {
  catalogue: Catalogue;
  examples: readonly Example[];
  /** Whether there is a filter, which only says what to leave out. */
  isUnbounded: boolean;
  onLoad: (definition: Definition) => void;
}

/** What to do first, for a filter that is empty or leaves companies out only. */
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
              {shown.map(({ field, definition }) => (
                <Button key={field} variant="default" size="compact-sm" onClick={() => onLoad(definition)}>
                  {text.load(findField(catalogue, field)?.label ?? field, valuesIn(catalogue, definition))}
                </Button>
              ))}
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}

function valuesIn(catalogue: Catalogue, { root }: Definition): string {
  const [first] = conditionsOf(root);
  return (first?.values ?? []).map((value) => listedLabel(catalogue, first?.field ?? '', value)).join(', ');
}
