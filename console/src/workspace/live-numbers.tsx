import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { findField } from '../filter/catalogue.ts';
import { conditionsOf, type Value } from '../filter/definition.ts';
import type { Addition } from '../filter/rank.ts';
import { toSentence } from '../filter/sentence.ts';
import type { MemberTier } from '../generated/graphql.ts';
import { useStore } from '../lib/store.ts';
import { visibleText } from '../lib/visible-text.ts';
import type { Example } from '../preview/use-catalogue.ts';
import { useLivePreview } from '../preview/use-live-preview.ts';
import { useBreakdownFields } from '../preview/usual-breakdowns.ts';
import { useLabels, useValueLabels } from '../preview/value-labels.ts';
import { Sentence } from '../ui/sentence.tsx';
import { SmallButton } from '../ui/small-buttons.tsx';
import { MatchesTable } from './matches-table.tsx';
import { BreakdownPanel } from './numbers/breakdown-panel.tsx';
import { FactsLine } from './numbers/facts-line.tsx';
import { useDiffers, useOpenDraft } from './open-draft.ts';

const Context = createContext<ReturnType<typeof useLiveNumbers> | undefined>(undefined);

function useLive() {
  const live = use(Context);
  if (!live) throw new Error('This component belongs into LiveNumbers.');
  return live;
}

/** Counts the draft for all parts of the page, in one request. It passes the numbers of single nodes on to the tree. */
export function LiveNumbers({ children }: { children: ReactNode }) {
  return <Context value={useLiveNumbers()}>{children}</Context>;
}

function useLiveNumbers() {
  const { editor, nodes, catalogue, target, refused } = useOpenDraft();
  // The tree of each state has one produced definition.
  const definition = useStore(editor.state, () => editor.produced().definition);
  const [fields, setFields] = useBreakdownFields(catalogue, definition.root);
  const preview = useLivePreview(definition, fields, target?.listId);
  const [tier, setTier] = useState<MemberTier>();
  const table = useRef<HTMLElement>(null);
  const { numbers, isCurrent, faults } = preview;
  useEffect(() => {
    nodes.update({ numbers, isCurrent, faults }, editor.produced().definition === definition ? refused : []);
  }, [nodes, editor, definition, numbers, isCurrent, faults, refused]);
  return { definition, preview, fields, setFields, tier, setTier, table };
}

/** Values of a condition that a sentence names. */
const MAX_VALUES = 6;

/** The draft in words where it is one of a list, its number of companies, and how it differs from what is saved. */
export function DraftFacts() {
  const { catalogue, target: list, base } = useOpenDraft();
  const { definition, preview, setTier, table } = useLive();
  const labels = useLabels(catalogue);
  const show = (chosen: MemberTier | undefined) => {
    setTier(chosen);
    table.current?.focus();
  };
  const compared = list && base && { listId: list.listId, name: `version ${base.version}` };
  return (
    <>
      {list && (
        // On a phone, the tree below says the same.
        <Box visibleFrom="sm">
          {definition.root === null ? (
            <Text c="dimmed">The filter is empty.</Text>
          ) : (
            <Sentence words={toSentence(definition, labels, MAX_VALUES)} />
          )}
        </Box>
      )}
      {definition.root && <FactsLine {...{ preview, list }} base={compared} onShow={show} />}
    </>
  );
}

/**
 * Companies of the draft: the members of its list while it says the same, else the first matches.
 *
 * @param saved table of the saved list.
 */
export function DraftTable({ saved, examples }: { saved: ReactNode; examples: readonly Example[] }) {
  const { catalogue, target } = useOpenDraft();
  const { definition, preview, tier, setTier, table } = useLive();
  const differs = useDiffers();
  if (saved && !differs) return saved;
  const isUnbounded = preview.faults.some(({ code }) => code === 'unbounded_definition');
  const isEmpty = definition.root === null;
  return (
    <Stack gap="md">
      {(isEmpty || isUnbounded) && <FirstSteps {...{ examples, isUnbounded }} />}
      {!isEmpty && (
        <MatchesTable
          {...{ catalogue, preview, tier }}
          listId={target?.listId}
          onTierChange={setTier}
          ref={table}
        />
      )}
    </Stack>
  );
}

/** Breakdowns of the draft. Each bar adds a condition to it. */
export function DraftBreakdowns() {
  const { catalogue, editor, tools } = useOpenDraft();
  const { definition, preview, fields, setFields } = useLive();
  const add = (addition: Addition) =>
    tools.act({ type: 'addCondition', at: { into: editor.tree.root.id }, ...addition }, { keepsFocus: true });
  if (definition.root === null) return null;
  return <BreakdownPanel {...{ catalogue, preview, fields }} onFieldsChange={setFields} onAdd={add} />;
}

const NONE: readonly Value[] = [];

/** Fields whose examples read best to a newcomer. */
const SHOWN: readonly string[] = ['country', 'industry', 'technology', 'employee_range', 'partner'];

/** Suggests a first condition, for a filter that is empty or (`isUnbounded`) only excludes companies. */
function FirstSteps({ examples, isUnbounded }: { examples: readonly Example[]; isUnbounded: boolean }) {
  const shown = examples.filter(({ field }) => SHOWN.includes(field));
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="xs">
        <Title order={2}>Start with one condition</Title>
        <Text>
          {isUnbounded
            ? 'This filter only says which companies to leave out. Add a condition that says which to find, such as a country or a technology.'
            : 'Add what the companies have in common, such as a country or a technology. You see the number at once.'}
        </Text>
        {!isUnbounded && shown.length > 0 && (
          <>
            <Text c="dimmed">Or load an example:</Text>
            <Group gap="xs">
              {shown.map((example) => (
                <ExampleButton key={example.field} {...example} />
              ))}
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}

function ExampleButton({ field, definition }: Example) {
  const { catalogue, load } = useOpenDraft();
  const [first] = conditionsOf(definition.root);
  const values = useValueLabels(catalogue, field, first?.values ?? NONE);
  return (
    <SmallButton onClick={() => load(definition)}>
      {findField(catalogue, field)?.label ?? field}: {visibleText(values.join(', '))}
    </SmallButton>
  );
}
