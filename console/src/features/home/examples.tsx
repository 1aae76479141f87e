import { Title } from '@mantine/core';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { useExampleFilters } from '../../preview/example-filters.ts';
import { homeText } from '../../text/home.ts';
import { useFilterLabels } from '../../ui/filter-labels.ts';
import { PlainText } from '../../ui/plain-text.tsx';
import classes from './home.module.css';

const text = homeText.examples;

/** Sentences that match companies of this catalogue. A click types one. */
export function Examples({ onChoose }: { onChoose: (sentence: string) => void }) {
  const filters = useExampleFilters();
  return (
    <section aria-labelledby="home-examples" className={classes.examples}>
      <Title order={2} id="home-examples">
        {text.title}
      </Title>
      <ul className={classes.exampleList}>
        {filters.map((filter) => (
          <li key={JSON.stringify(filter)}>
            <Example filter={filter} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Example({ filter, onChoose }: { filter: Definition; onChoose: (sentence: string) => void }) {
  const conditions = [...conditionsOf(filter.root)];
  const labels = useFilterLabels(conditions);
  if (!labels) return null;
  const [first = '', second = ''] = conditions.map(({ field, values }) =>
    labels.value(field, values[0] ?? ''),
  );
  const key = conditions[0]?.field;
  const sentence =
    key === 'industry'
      ? text.kind(first, second)
      : key === 'technology'
        ? text.stack(first, second)
        : text.partner(first);
  return (
    <button type="button" className={classes.example} onClick={() => onChoose(sentence)}>
      <PlainText text={sentence} />
    </button>
  );
}
