import { Button, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useExampleCompanies } from '../../api/examples.ts';
import { handDomains } from '../../api/handed-domains.ts';
import { useApiQuery } from '../../api/hooks.ts';
import { useKeptInput } from '../../api/kept-input.ts';
import { type FilterNode, MAX_VALUES } from '../../filter/definition.ts';
import { RuleDocument, type SuggestionStrictness } from '../../generated/graphql.ts';
import { counted, formatNumber } from '../../lib/format.ts';
import { distinct, readPaste } from '../../lib/pasted-text.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { searchLists } from '../../preview/remote-search.ts';
import { conditionOf } from '../../ui/draft-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useListName } from '../../ui/use-list-name.ts';
import classes from './insight.module.css';
import { InsightPage } from './insight-page.tsx';
import { Suggestions } from './suggestions.tsx';
import { Traits } from './traits.tsx';

const REST_MS = 400;
const [FEWEST, MOST] = [3, 10_000];
const STRICTNESSES: { value: SuggestionStrictness; label: string }[] = [
  { value: 'LOOSE', label: 'Loose' },
  { value: 'BALANCED', label: 'Balanced' },
  { value: 'STRICT', label: 'Strict' },
];
const SOURCES: { value: 'paste' | 'list'; label: string }[] = [
  { value: 'paste', label: 'Paste customers' },
  { value: 'list', label: 'Take a list' },
];
/** Domains named that the catalogue does not have. */
const NAMED = 5;

/** Finds the rule behind examples: pasted customers, or the members of a list. */
export default function RulePage() {
  const { list } = useSearch({ from: '/app/insight/rule' });
  const [source, setSource] = useState<'paste' | 'list'>(list === undefined ? 'paste' : 'list');
  const [pasted, setPasted] = useState('');
  useKeptInput('rule', pasted === '' ? undefined : pasted, setPasted, { overClosing: true });
  const [strictness, setStrictness] = useState<SuggestionStrictness>('BALANCED');
  const [settled] = useDebouncedValue(pasted, REST_MS);
  const entries = useMemo(() => distinct(readPaste(settled)), [settled]);
  const domains = entries.flatMap(({ parsed }) => parsed.domain ?? []).slice(0, MOST);
  const isReady = source === 'list' ? list !== undefined : domains.length >= FEWEST;
  const query = useApiQuery(
    RuleDocument,
    { strictness, ...(source === 'list' ? { listId: String(list) } : { domains }) },
    { enabled: isReady, keepPrevious: true },
  );
  const examples = source === 'list' ? listOf(list) : domainsOf(domains);
  return (
    <InsightPage
      section="rule"
      intro="What do your customers have in common? Paste them, or take a list. The answer is a filter that finds companies like them."
    >
      <div className={classes.columns} data-of="rule">
        <Stack gap="md">
          <SegmentedControl aria-label="Examples" value={source} onChange={setSource} data={SOURCES} />
          {source === 'list' ? (
            <ListField />
          ) : (
            <>
              <Textarea
                label="Customers"
                description="Domains, web addresses or e-mail addresses: one a line, or separated by commas. At least three."
                placeholder={'acme.com\nhttps://globex.example\njane@initech.example'}
                value={pasted}
                onChange={({ currentTarget }) => setPasted(currentTarget.value)}
                autosize
                minRows={6}
                maxRows={16}
                spellCheck={false}
              />
              <Read domains={domains.length} unread={entries.length - domains.length} pasted={settled} />
            </>
          )}
          <div>
            <Text size="sm" fw={500} id="strictness">
              How strict
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby="strictness"
              value={strictness}
              onChange={setStrictness}
              data={STRICTNESSES}
            />
            <Text size="xs" c="dimmed" mt={4}>
              Loose rules cover more customers, strict ones find fewer other companies.
            </Text>
          </div>
        </Stack>
        {isReady ? (
          <Loaded query={query} lines={10}>
            {({ suggestDefinitions: found }) =>
              found && (
                <Stack gap="lg" miw={0} className={(query.isPlaceholderData && classes.stale) || ''}>
                  <Examples {...found.examples} />
                  <Suggestions
                    suggestions={found.suggestions}
                    tracked={found.examples.tracked}
                    examples={examples}
                  />
                  <Traits traits={found.traits} />
                </Stack>
              )
            }
          </Loaded>
        ) : (
          <Start onLoad={source === 'paste' ? setPasted : undefined} />
        )}
      </div>
    </InsightPage>
  );
}

/** Condition that the members of a list meet, or the companies of domains; undefined for more than a filter names. */
const listOf = (list: number | undefined): FilterNode | undefined =>
  list === undefined ? undefined : conditionOf('list', 'any_of', [list]);
const domainsOf = (domains: readonly string[]): FilterNode | undefined =>
  domains.length > MAX_VALUES ? undefined : conditionOf('domain', 'equals', domains);

function ListField() {
  const { list } = useSearch({ from: '/app/insight/rule' });
  const name = useListName(list);
  const navigate = useNavigate({ from: '/app/insight/rule' });
  return (
    <SearchSelect
      label="List"
      value={list === undefined ? null : { value: String(list), label: name ?? '' }}
      search={searchLists}
      onChange={({ value }) => void navigate({ search: { list: Number(value) }, replace: true })}
    />
  );
}

/** How many domains were read. Names without a domain are matched on the page of files. */
function Read({ domains, unread, pasted }: { domains: number; unread: number; pasted: string }) {
  return (
    <Text size="sm" role="status">
      {domains > 0 && `${counted(domains, 'domain', 'domains')}. `}
      {unread > 0 && (
        <>
          {`${counted(unread, 'entry has', 'entries have')} no domain.`}{' '}
          <PageLink to="/app/files" underline="always" onClick={() => handDomains(pasted.split('\n'))}>
            Find companies by their names under Files
          </PageLink>
        </>
      )}
    </Text>
  );
}

function Examples({ tracked, notTracked }: { tracked: number; notTracked: readonly string[] }) {
  const rest = notTracked.length - NAMED;
  const named = notTracked.slice(0, NAMED).map(visibleText).join(', ');
  return (
    <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
      {`${counted(tracked, 'example is', 'examples are')} in the catalogue.`}
      {notTracked.length > 0 && ` ${`${counted(notTracked.length, 'is', 'are')} not:`} ${named}`}
      {rest > 0 && ` ${`and ${formatNumber(rest)} more`}`}
    </Text>
  );
}

function Start({ onLoad }: { onLoad: ((text: string) => void) | undefined }) {
  const domains = useExampleCompanies().map(({ primaryDomain }) => primaryDomain);
  return (
    <Empty title="Paste three customers or more, or take a list">
      <Text c="dimmed">Nothing is stored or charged.</Text>
      {onLoad && domains.length >= FEWEST && (
        <Button variant="default" size="compact-sm" onClick={() => onLoad(domains.join('\n'))}>
          Try companies of the catalogue
        </Button>
      )}
    </Empty>
  );
}
