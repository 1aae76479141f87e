import { Button, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { conditionsOf, type Definition } from '../../filter/definition.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import { toPlainText, toSentence } from '../../filter/sentence.ts';
import { useExampleFilters } from '../../preview/example-filters.ts';
import { listsText } from '../../text/lists.ts';
import { Empty } from '../../ui/empty.tsx';
import { useFilterLabels } from '../../ui/filter-labels.ts';
import { Sentence } from '../../ui/sentence.tsx';
import classes from './lists-page.module.css';

const text = listsText.none;

/** Shown to people without lists: what a list is, and filters to begin with. */
export function Examples() {
  const filters = useExampleFilters();
  return (
    <Empty title={text.title}>
      <Text maw="60ch">{text.body}</Text>
      {filters.length > 0 && (
        <>
          <Title order={2} mt="lg">
            {text.examples}
          </Title>
          <ul className={classes.examples}>
            {filters.map((filter) => (
              <li key={JSON.stringify(filter)}>
                <Example filter={filter} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Empty>
  );
}

function Example({ filter }: { filter: Definition }) {
  const labels = useFilterLabels([...conditionsOf(filter.root)]);
  if (!labels) return null;
  const words = toSentence(filter, labels);
  const link = toDraftLink({ definition: filter });
  return (
    <Paper withBorder p="md" className={classes.example}>
      <Sentence words={words} />
      <Button
        variant="light"
        mt="auto"
        w="fit-content"
        maw="100%"
        aria-label={`${text.use}: ${toPlainText(words)}`}
        renderRoot={(props) => <Link {...props} to="/app/build" hash={link?.slice(1)} />}
      >
        {text.use}
      </Button>
    </Paper>
  );
}
