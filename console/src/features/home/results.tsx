import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Catalogue, findField } from '../../filter/catalogue.ts';
import { asGroup, type Definition, type FilterNode } from '../../filter/definition.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import type { Addition } from '../../filter/rank.ts';
import type { MemberTier } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { LivePreview } from '../../preview/use-live-preview.ts';
import type { BreakdownField } from '../../preview/usual-breakdowns.ts';
import { toNode } from '../../workspace/adding/addition.ts';
import { Columns } from '../../workspace/layout.tsx';
import { MatchesTable } from '../../workspace/matches-table.tsx';
import { BreakdownPanel } from '../../workspace/numbers/breakdown-panel.tsx';
import { FactsLine } from '../../workspace/numbers/facts-line.tsx';
import { Funnel } from './chips.tsx';

interface SentenceResultsProps {
  catalogue: Catalogue;
  definition: Definition;
  preview: LivePreview;
  fields: readonly BreakdownField[];
  onFieldsChange: (fields: readonly string[]) => void;
  /** Number of all companies; undefined until it is known. */
  all: number | undefined;
  /** Words that are no part of the filter. */
  leftOut: readonly string[];
  /** Adds words to the sentence. */
  onWords: (words: string) => void;
  onSave: () => void;
}

/** What a sentence finds: how many companies, how its conditions led to them, the first ones, and their numbers. */
export function SentenceResults({ catalogue, definition, preview, leftOut, ...props }: SentenceResultsProps) {
  const { all, fields, onFieldsChange, onWords, onSave } = props;
  const { numbers, faults } = preview;
  const [tier, setTier] = useState<MemberTier>();
  const navigate = useNavigate();
  const hash = toDraftLink({ definition })?.slice(1);
  const isUnbounded = faults.some(({ code }) => code === 'unbounded_definition');
  const add = (addition: Addition) => {
    const words = wordsOf(addition, catalogue, preview);
    if (words !== undefined) return onWords(words);
    // The tree has more conditions than sentences have words.
    const draft = toDraftLink({ definition: withNode(definition, toNode(addition)) });
    void navigate({ to: '/app/build', ...(draft && { hash: draft.slice(1) }) });
  };
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <FactsLine preview={preview} onShow={setTier} />
        <Group gap="xs">
          {hash !== undefined && (
            <Button
              variant="default"
              renderRoot={(link) => (
                // The draft asks about words that are left out again, before it is saved.
                <Link
                  {...link}
                  to="/app/build"
                  search={leftOut.length > 0 ? { left: [...leftOut] } : {}}
                  hash={hash}
                />
              )}
            >
              Edit filter
            </Button>
          )}
          <Button onClick={onSave} disabled={faults.length > 0}>
            Save as list
          </Button>
        </Group>
      </Group>
      {faults.length > 0 && (
        <Text c="dimmed">
          {isUnbounded
            ? 'Say also what the companies are. So far, the words only leave companies out.'
            : faults[0]?.message}
        </Text>
      )}
      {numbers && all !== undefined && faults.length === 0 && <Funnel {...{ catalogue, numbers, all }} />}
      {faults.length === 0 && (
        <Columns numbers={<BreakdownPanel {...{ catalogue, preview, fields, onFieldsChange }} onAdd={add} />}>
          <MatchesTable {...{ catalogue, preview, tier }} onTierChange={setTier} />
        </Columns>
      )}
    </Stack>
  );
}

/** Returns the words for a value of a breakdown; undefined for other conditions. */
function wordsOf(addition: Addition, catalogue: Catalogue, { numbers }: LivePreview): string | undefined {
  const { field: key, operator, values, negated } = addition;
  const [value, ...others] = values;
  const label = findField(catalogue, key)?.label;
  const isNot = negated || operator === 'none_of';
  const entry = numbers?.breakdowns
    .find(({ field }) => field === key)
    ?.entries.find((each) => each.value === String(value));
  if (!label || !entry || others.length > 0 || !['any_of', 'none_of'].includes(operator)) return undefined;
  const shown = visibleText(entry.label);
  // Bands are numbers, which are read as such.
  return `${isNot ? 'not ' : ''}${label.toLowerCase()} ${/^\d/.test(shown) ? shown : `"${shown}"`}`;
}

function withNode({ registry_version, root }: Definition, node: FilterNode): Definition {
  const group = root && asGroup(root);
  const nodes = group?.kind === 'and' ? group.children : root ? [root] : [];
  return { registry_version, root: { and: [...nodes, node] } };
}
