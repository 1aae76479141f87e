import { Grid, Stack, Textarea } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { Definition, FilterNode } from '../../filter/definition.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import type { MemberTier } from '../../generated/graphql.ts';
import { Lines } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Addition } from './adding/addition.ts';
import { QuickAdd } from './adding/quick-add.tsx';
import { DemoRows } from './demo-rows.tsx';
import { BreakdownPanel } from './numbers/breakdown-panel.tsx';
import { FirstSteps } from './numbers/first-steps.tsx';
import { SampleTable } from './numbers/sample-table.tsx';
import { SummaryPanel } from './numbers/summary-panel.tsx';
import { useBreakdownFields } from './numbers/use-breakdown-fields.ts';
import { useLivePreview } from './numbers/use-live-preview.ts';
import { type Example, useCatalogue } from './values/use-catalogue.ts';

/** A definition from a text field, with its numbers, value editors and "+ condition". */
export function BuilderPage() {
  const { catalogue, examples, error, refetch } = useCatalogue();
  return (
    <Page title="Builder" wide>
      {error && <Problem error={error} onRetry={refetch} />}
      {catalogue ? <Builder {...{ catalogue, examples }} /> : !error && <Lines count={6} />}
    </Page>
  );
}

function Builder({ catalogue, examples }: { catalogue: Catalogue; examples: readonly Example[] }) {
  const { listId } = useParams({ strict: false });
  const [text, setText] = useState('');
  const [added, setAdded] = useState(-1);
  const [tier, setTier] = useState<MemberTier>();
  const sample = useRef<HTMLDivElement>(null);
  const definition = useMemo(() => readText(text), [text]);
  const [fields, setFields] = useBreakdownFields(catalogue);
  const complete = useMemo(
    () => definition && { ...definition, root: finished(definition.root) },
    [definition],
  );
  const preview = useLivePreview(complete, fields);
  const write = (root: FilterNode | null) =>
    setText(JSON.stringify({ registry_version: catalogue.registryVersion, root }));
  const add = ({ field, operator, values, negated }: Addition) => {
    const node: FilterNode = { condition: { field, operator, values } };
    const children = definition?.root && 'and' in definition.root ? definition.root.and : [];
    setAdded(values.length === 0 ? children.length : -1);
    write({ and: [...children, negated ? { not: node } : node] });
  };
  const isUnbounded = preview.faults.some(({ code }) => code === 'unbounded_definition');
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <DemoRows {...{ catalogue, definition, preview, added }} onChange={write} />
          <QuickAdd catalogue={catalogue} onAdd={add} />
          {(!definition?.root || isUnbounded) && (
            <FirstSteps
              {...{ catalogue, examples, isUnbounded }}
              onLoad={({ root }) => write(root && { and: [root] })}
            />
          )}
          <Textarea
            label="Definition"
            autosize
            minRows={3}
            maxRows={12}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <SampleTable {...{ catalogue, preview, tier }} onTierChange={setTier} ref={sample} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          <SummaryPanel
            preview={preview}
            base={listId === undefined ? undefined : { listId }}
            onShow={(chosen) => {
              setTier(chosen);
              sample.current?.focus();
            }}
          />
          <BreakdownPanel {...{ catalogue, preview, fields }} onFieldsChange={setFields} onAdd={add} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function readText(text: string): Definition | undefined {
  try {
    const parsed = parseDefinition(JSON.parse(text), { draft: true });
    return parsed.ok ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves out conditions of the top group that have no values yet. */
function finished(root: FilterNode | null): FilterNode | null {
  if (root === null || !('and' in root)) return root;
  const and = root.and.filter((node) => !('condition' in node) || node.condition.values.length > 0);
  return and.length > 0 ? { and } : null;
}
