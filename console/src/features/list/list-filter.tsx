import { Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import { toSentence } from '../../filter/sentence.ts';
import { listText } from '../../text/list.ts';
import { useFilterLabels } from '../../ui/filter-labels.ts';
import { Sentence } from '../../ui/sentence.tsx';

/** Values of a condition that are named. */
const MAX_VALUES = 6;

/** The filter of a list as a sentence. */
export function ListFilter({ definition }: { definition: unknown }) {
  const parsed = useMemo(() => parseDefinition(definition), [definition]);
  if (!parsed.ok) return <Text c="dimmed">{listText.unreadable}</Text>;
  if (parsed.value.root === null) return <Text c="dimmed">{listText.noFilter}</Text>;
  return <FilterSentence definition={parsed.value} />;
}

function FilterSentence({ definition }: { definition: Definition }) {
  const conditions = useMemo(() => [...conditionsOf(definition.root)], [definition]);
  const labels = useFilterLabels(conditions);
  if (!labels) return <Skeleton h={20} w="60%" />;
  return <Sentence words={toSentence(definition, labels, MAX_VALUES)} />;
}
