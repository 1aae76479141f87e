import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Catalogue, findField, isCounted } from '../filter/catalogue.ts';
import { conditionsOf, type Definition, type Value } from '../filter/definition.ts';
import type { ServiceFault } from '../filter/faults.ts';
import type { MemberTier } from '../generated/graphql.ts';
import { useStore } from '../lib/store.ts';
import { visibleText } from '../lib/visible-text.ts';
import { MAX_BREAKDOWNS } from '../preview/preview-request.ts';
import type { Example } from '../preview/use-catalogue.ts';
import { type LivePreview, useLivePreview } from '../preview/use-live-preview.ts';
import {
  type BreakdownField,
  toBreakdown,
  useStoredBreakdowns,
  usualBreakdowns,
} from '../preview/usual-breakdowns.ts';
import { useValueLabels } from '../preview/value-labels.ts';
import type { Addition } from './adding/addition.ts';
import { DraftSentence, useDiffers } from './draft/notices.tsx';
import type { SavedList } from './draft/saved-list.ts';
import { MatchesTable } from './matches-table.tsx';
import { BreakdownPanel } from './numbers/breakdown-panel.tsx';
import { FactsLine } from './numbers/facts-line.tsx';
import type { WorkspaceState } from './use-workspace.ts';

interface Live {
  state: WorkspaceState;
  catalogue: Catalogue;
  list: SavedList | undefined;
  definition: Definition;
  preview: LivePreview;
  fields: readonly BreakdownField[];
  setFields: (keys: readonly string[]) => void;
  tier: MemberTier | undefined;
  setTier: (tier: MemberTier | undefined) => void;
  table: RefObject<HTMLElement | null>;
}

const Context = createContext<Live | undefined>(undefined);

function useLive(): Live {
  const live = use(Context);
  if (!live) throw new Error('This component belongs into LiveNumbers.');
  return live;
}

interface LiveNumbersProps {
  state: WorkspaceState;
  catalogue: Catalogue;
  /** Faults of a refused save. */
  refused: readonly ServiceFault[];
  list: SavedList | undefined;
  children: ReactNode;
}

/** Counts the draft for all parts of the page, in one request. It passes the numbers of single nodes on to the tree. */
export function LiveNumbers({ state, catalogue, refused, list, children }: LiveNumbersProps) {
  const { editor, nodes } = state;
  // The tree of each state has one produced definition.
  const definition = useStore(editor.state, () => editor.produced().definition);
  const [fields, setFields] = useBreakdownFields(catalogue, definition.root);
  const preview = useLivePreview(definition, fields, list?.listId);
  const [tier, setTier] = useState<MemberTier>();
  const table = useRef<HTMLElement>(null);
  const { numbers, isCurrent, faults } = preview;
  useEffect(() => {
    nodes.update({ numbers, isCurrent, faults }, editor.produced().definition === definition ? refused : []);
  }, [nodes, editor, definition, numbers, isCurrent, faults, refused]);
  const live = { state, catalogue, list, definition, preview, fields, setFields, tier, setTier, table };
  return <Context value={live}>{children}</Context>;
}

/** The draft in words where it is one of a list, its number of companies, and how it differs from what is saved. */
export function DraftFacts() {
  const { state, catalogue, list, definition, preview, setTier, table } = useLive();
  const { base } = state;
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
          <DraftSentence {...{ catalogue, definition }} />
        </Box>
      )}
      {definition.root && <FactsLine {...{ preview, list }} base={compared} onShow={show} />}
    </>
  );
}

interface DraftTableProps {
  /** Table of the saved list, which stands there while nothing is changed. */
  saved: ReactNode;
  examples: readonly Example[];
}

/** Companies of the draft: the members of its list while it says the same, else the first matches. */
export function DraftTable({ saved, examples }: DraftTableProps) {
  const { state, catalogue, list, definition, preview, tier, setTier, table } = useLive();
  const differs = useDiffers(state.editor, state.base);
  if (saved && !differs) return saved;
  const isUnbounded = preview.faults.some(({ code }) => code === 'unbounded_definition');
  const isEmpty = definition.root === null;
  return (
    <Stack gap="md">
      {(isEmpty || isUnbounded) && (
        <FirstSteps {...{ catalogue, examples, isUnbounded }} onLoad={state.load} />
      )}
      {!isEmpty && (
        <MatchesTable
          {...{ catalogue, preview, tier }}
          listId={list?.listId}
          onTierChange={setTier}
          ref={table}
        />
      )}
    </Stack>
  );
}

/** Breakdowns of the draft. Each bar adds a condition to it. */
export function DraftBreakdowns() {
  const { state, catalogue, definition, preview, fields, setFields } = useLive();
  const { editor, tools } = state;
  const add = (addition: Addition) =>
    tools.act({ type: 'addCondition', at: { into: editor.tree.root.id }, ...addition }, { keepsFocus: true });
  if (definition.root === null) return null;
  return <BreakdownPanel {...{ catalogue, preview, fields }} onFieldsChange={setFields} onAdd={add} />;
}

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
function FirstSteps({ catalogue, examples, isUnbounded, onLoad }: FirstStepsProps) {
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
      {findField(catalogue, field)?.label ?? field}: {visibleText(values.join(', '))}
    </Button>
  );
}

const NO_FIELDS: readonly BreakdownField[] = [];
/**
 * Fields that tell most, in this order. What the filter fixes is the same for all matches, so that the next one follows.
 * Technologies are not among them: counting so many values takes longer than all other numbers.
 */
const USUAL: readonly string[] = [
  'industry',
  'country',
  'employee_range',
  'founded_year',
  'technology_count',
];

/**
 * Returns the fields by which matches are broken down, and a function that chooses others. The browser keeps the choice
 * for its next visit. Those that the catalogue lacks are left out, and all until it is loaded.
 */
export function useBreakdownFields(catalogue: Catalogue | undefined, root: Definition['root']) {
  const [stored, setStored] = useStoredBreakdowns();
  const fields = useMemo(() => {
    if (!catalogue) return NO_FIELDS;
    const chosen = stored?.filter((key) => isCounted(catalogue, key)).slice(0, MAX_BREAKDOWNS);
    return chosen?.map((key) => toBreakdown(catalogue, key)) ?? usualBreakdowns(catalogue, root, USUAL);
  }, [catalogue, stored, root]);
  return [fields, setStored] as const;
}
