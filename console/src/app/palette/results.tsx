import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { textKey } from '../../../../src/lib/text-key.ts';
import { useApiQuery } from '../../api/hooks.ts';
import { useIsOperator } from '../../api/viewer.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import { likedName } from '../../filter/likeness.ts';
import { PaletteListsDocument, PaletteTechnologiesDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { companySearch } from '../../ui/found-companies.ts';
import { signOut } from '../../ui/sign-out.ts';
import { UserText } from '../../ui/user-text.tsx';
import { ACCOUNT_PAGES, OPERATOR_PAGES, THEMES } from '../account-menu.tsx';
import { openShortcuts, shortcutsTitle } from '../shortcuts-dialog.tsx';
import { paletteStore } from './palette-store.ts';

const RESULTS = 6;
const DEBOUNCE_MS = 120;

interface Entry {
  label: string;
  run: () => void;
  id?: string;
  description?: string;
}

/** Returns the entries whose label or description has every word of the query. */
function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = textKey(query).split(/\s+/).filter(Boolean);
  return entries.filter(({ label, description = '' }) => {
    const text = textKey(`${label}\n${description}`);
    return words.every((word) => text.includes(word));
  });
}

/** Marks the first entry for Enter when none is: Spotlight does so only while the query changes, before answers come. */
function selectFirst(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  if (!list || list.querySelector('[data-selected]')) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}

/** Entries that fit a query: commands, lists, companies, and the query as a filter. */
export function Results({ query }: { query: string }) {
  const [search] = useDebouncedValue(query, DEBOUNCE_MS);
  const groups = {
    'Go to': matching(useCommands(), query),
    // Until an answer to the query is there, the earlier one shows what fits this query as well.
    Lists: useLists(search, query),
    Companies: useCompanies(search, query),
    Technologies: useTechnologies(search, query),
    Filter: useSentences(query),
  };
  useEffect(selectFirst);
  const shown = Object.entries(groups).filter(([, entries]) => entries.length > 0);
  if (shown.length === 0)
    return (
      search === query && <Spotlight.Empty>Nothing found. Try a company’s name or domain.</Spotlight.Empty>
    );
  return shown.map(([label, entries]) => (
    <Spotlight.ActionsGroup key={label} label={label}>
      {entries.map((each) => (
        <Spotlight.Action key={each.id ?? each.label} onClick={each.run}>
          <div>
            <UserText text={each.label} />
            {each.description !== undefined && (
              <UserText text={each.description} size="xs" c="var(--action-description-color)" />
            )}
          </div>
        </Spotlight.Action>
      ))}
    </Spotlight.ActionsGroup>
  ));
}

const MAIN_PAGES = [
  { to: '/app/build', label: 'New list' },
  { to: '/app/lists', label: common.nav.lists },
  { to: '/app/companies', label: common.nav.companies },
  { to: '/app/files', label: common.nav.files },
  { to: '/app/insight/overlap', label: 'Insight: Overlap' },
  { to: '/app/insight/rule', label: 'Insight: Rule' },
  { to: '/app/insight/moves', label: 'Insight: Moves' },
  { to: '/app/activity', label: common.nav.activity },
] as const;

function useCommands(): Entry[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const pages = [...MAIN_PAGES, ...ACCOUNT_PAGES, ...(useIsOperator() ? OPERATOR_PAGES : [])];
  return [
    ...pages.map(({ to, label }) => ({ label, run: () => void navigate({ to }) })),
    ...THEMES.slice(0, 2).map(({ scheme, label }) => ({
      label: `Theme: ${label}`,
      run: () => setColorScheme(scheme),
    })),
    { label: shortcutsTitle, run: openShortcuts },
    { label: 'REST documentation', run: () => window.open('/docs', '_blank', 'noopener') },
    { label: 'Sign out', run: () => void signOut() },
  ];
}

/** A query of several words can be a filter. The home page reads it. */
function useSentences(query: string): Entry[] {
  const navigate = useNavigate();
  if (!query.includes(' ') || likedName(query) !== undefined) return [];
  const run = () => void navigate({ to: '/app', search: { q: query } });
  return [{ id: 'sentence', label: `Find companies: ${query}`, run }];
}

function useLists(search: string, query: string): Entry[] {
  const navigate = useNavigate();
  const variables = { search: search === '' ? null : search, first: RESULTS };
  const { data, isPlaceholderData } = useApiQuery(PaletteListsDocument, variables, { keepPrevious: true });
  const waiting = useWaitingDeletions();
  const nodes = (data?.lists?.edges ?? []).map(({ node }) => node);
  const shown = nodes.filter(({ listId }) => !waiting.has(listId));
  const found = shown.map(({ listId, name, owner }) => ({
    id: `list-${listId}`,
    label: name,
    description: owner.name,
    run: () => void navigate({ to: '/app/lists/$listId', params: { listId: String(listId) } }),
  }));
  return isPlaceholderData || search !== query ? matching(found, query) : found;
}

/** Technologies that are asked for: the service says the most frequent ones first, and a short name is within many others. */
const FOUND_TECHNOLOGIES = 100;

/** How far a technology is from what was typed: 0 for its name, 1 for the begin of it. */
function distance({ displayName, techKey }: { displayName: string; techKey: string }, query: string) {
  const names = [textKey(displayName), techKey];
  const typed = textKey(query.trim());
  return names.includes(typed) ? 0 : names.some((name) => name.startsWith(typed)) ? 1 : 2;
}

/** Technologies with the query in their names. They lead to the companies that use them. */
function useTechnologies(search: string, query: string): Entry[] {
  const navigate = useNavigate();
  const { data, isPlaceholderData } = useApiQuery(
    PaletteTechnologiesDocument,
    { search, first: FOUND_TECHNOLOGIES },
    { enabled: search !== '', keepPrevious: true },
  );
  if (search === '') return [];
  const nodes = (data?.technologies?.edges ?? []).map(({ node }) => node);
  const nearest = nodes.toSorted((a, b) => distance(a, query) - distance(b, query)).slice(0, RESULTS);
  const found = nearest.map(({ techKey, displayName, companyCount }) => ({
    id: `technology-${techKey}`,
    label: displayName,
    description: common.companies(companyCount, formatNumber(companyCount)),
    run: () => void navigate({ to: '/app', search: { q: `using "${visibleText(displayName)}"` } }),
  }));
  return isPlaceholderData || search !== query ? matching(found, query) : found;
}

/** Companies with the query in their names. For "companies like acme", they lead to those that are like them. */
function useCompanies(search: string, query: string): Entry[] {
  const navigate = useNavigate();
  const liked = likedName(search);
  const { data = [], isPlaceholderData } = useQuery({
    ...companySearch(liked ?? search),
    placeholderData: keepPreviousData,
  });
  const found = data.map(({ companyId, name, slug, primaryDomain }) => ({
    id: `company-${companyId}`,
    label: liked === undefined ? name : `Companies like ${name}`,
    description: primaryDomain,
    run: () =>
      void navigate({
        to: '/app/companies/$identifier',
        params: { identifier: slug },
        ...(liked !== undefined && { hash: 'similar' }),
      }),
  }));
  return isPlaceholderData || search !== query ? matching(found, query) : found;
}
