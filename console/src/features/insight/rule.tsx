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
import { formatNumber } from '../../lib/format.ts';
import { distinct, readPaste } from '../../lib/pasted-text.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { searchLists } from '../../preview/remote-search.ts';
import { insightText } from '../../text/insight.ts';
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

const text = insightText.rule;
const REST_MS = 400;
const [FEWEST, MOST] = [3, 10_000];
const STRICTNESSES = ['LOOSE', 'BALANCED', 'STRICT'] as const satisfies readonly SuggestionStrictness[];
const SOURCES = ['paste', 'list'] as const;
/** Domains named that the catalogue does not have. */
const NAMED = 5;

/** Finds the rule behind examples: pasted customers, or the members of a list. */
export default function RulePage() {
  const { list } = useSearch({ from: '/app/insight/rule' });
  const [source, setSource] = useState<(typeof SOURCES)[number]>(list === undefined ? 'paste' : 'list');
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
    <InsightPage section="rule">
      <div className={classes.columns} data-of="rule">
        <Stack gap="md">
          <SegmentedControl
            aria-label={text.source}
            value={source}
            onChange={setSource}
            data={SOURCES.map((value) => ({ value, label: text.sources[value] }))}
          />
          {source === 'list' ? (
            <ListField />
          ) : (
            <>
              <Textarea
                label={text.paste}
                description={text.pasteHint}
                placeholder={text.placeholder}
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
              {text.strictness}
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby="strictness"
              value={strictness}
              onChange={setStrictness}
              data={STRICTNESSES.map((value) => ({ value, label: text.strictnesses[value] }))}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {text.strictnessHint}
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
      label={text.list}
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
      {domains > 0 && `${text.read(domains, formatNumber(domains))}. `}
      {unread > 0 && (
        <>
          {text.unread(unread, formatNumber(unread))}{' '}
          <PageLink to="/app/files" underline="always" onClick={() => handDomains(pasted.split('\n'))}>
            {text.findDomains}
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
      {text.tracked(tracked, formatNumber(tracked))}
      {notTracked.length > 0 &&
        ` ${text.notTracked(notTracked.length, formatNumber(notTracked.length))} ${named}`}
      {rest > 0 && ` ${text.more(formatNumber(rest))}`}
    </Text>
  );
}

function Start({ onLoad }: { onLoad: ((text: string) => void) | undefined }) {
  const domains = useExampleCompanies().map(({ primaryDomain }) => primaryDomain);
  return (
    <Empty title={text.start}>
      <Text c="dimmed">{text.startHint}</Text>
      {onLoad && domains.length >= FEWEST && (
        <Button variant="default" size="compact-sm" onClick={() => onLoad(domains.join('\n'))}>
          {text.example}
        </Button>
      )}
    </Empty>
  );
}
