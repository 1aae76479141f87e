import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { textKey } from '../../../../src/lib/text-key.ts';
import { useApiQuery } from '../../api/hooks.ts';
import { useIsOperator } from '../../api/viewer.ts';
import { useWaitingDeletions } from '../../api/waiting-deletions.ts';
import { PaletteCompaniesDocument, PaletteListsDocument } from '../../generated/graphql.ts';
import { common } from '../../text/common.ts';
import { frameText } from '../../text/frame.ts';
import { signOut } from '../../ui/sign-out.ts';
import { UserText } from '../../ui/user-text.tsx';
import { openShortcuts } from '../shortcuts-dialog.tsx';
import { paletteStore } from './palette-store.ts';

const text = frameText.palette;
const RESULTS = 6;
const DEBOUNCE_MS = 120;

interface Command {
  label: string;
  run: () => void;
}

/** Returns the entries whose label or description has every word of the query. */
function matching<Each extends Entry>(entries: readonly Each[], query: string): Each[] {
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
  const commands = matching(useCommands(), query);
  // Until an answer to the query is there, the earlier one shows what fits this query as well.
  const lists = useLists(search, query);
  const companies = useCompanies(search, query);
  useEffect(selectFirst);
  const sentences = useSentences(query);
  const isEmpty = commands.length + lists.length + companies.length + sentences.length === 0;
  return (
    <>
      <Group label={text.go} commands={commands} />
      <Group label={text.lists} commands={lists} />
      <Group label={text.companies} commands={companies} />
      <Group label={text.find} commands={sentences} />
      {isEmpty && search === query && <Spotlight.Empty>{text.nothing}</Spotlight.Empty>}
    </>
  );
}

interface Entry extends Command {
  id?: string;
  description?: string;
}

function Group({ label, commands }: { label: string; commands: readonly Entry[] }) {
  if (commands.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {commands.map((each) => (
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
  );
}

function useCommands(): Command[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isOperator = useIsOperator();
  const { themes } = frameText;
  const operatorPages: Command[] = [
    { label: frameText.review, run: () => void navigate({ to: '/app/installation/reports' }) },
    { label: frameText.organizations, run: () => void navigate({ to: '/app/installation/organizations' }) },
    { label: frameText.imports, run: () => void navigate({ to: '/app/installation/imports' }) },
    { label: frameText.checks, run: () => void navigate({ to: '/app/installation/checks' }) },
  ];
  return [
    { label: text.newList, run: () => void navigate({ to: '/app/build' }) },
    { label: common.nav.lists, run: () => void navigate({ to: '/app/lists' }) },
    { label: common.nav.companies, run: () => void navigate({ to: '/app/companies' }) },
    { label: common.nav.enrich, run: () => void navigate({ to: '/app/enrich' }) },
    { label: common.nav.activity, run: () => void navigate({ to: '/app/activity' }) },
    { label: frameText.events, run: () => void navigate({ to: '/app/events' }) },
    { label: frameText.keys, run: () => void navigate({ to: '/app/settings/keys' }) },
    { label: frameText.limits, run: () => void navigate({ to: '/app/settings/limits' }) },
    { label: frameText.people, run: () => void navigate({ to: '/app/settings/people' }) },
    { label: frameText.signingIn, run: () => void navigate({ to: '/app/settings/signing-in' }) },
    { label: frameText.reports, run: () => void navigate({ to: '/app/reports' }) },
    ...(isOperator ? operatorPages : []),
    { label: `${frameText.theme}: ${themes.light}`, run: () => setColorScheme('light') },
    { label: `${frameText.theme}: ${themes.dark}`, run: () => setColorScheme('dark') },
    { label: frameText.shortcuts, run: openShortcuts },
    { label: frameText.documentation, run: () => window.open('/docs', '_blank', 'noopener') },
    { label: frameText.signOut, run: () => void signOut() },
  ];
}

/** A query of several words can be a filter. The home page reads it. */
function useSentences(query: string): Entry[] {
  const navigate = useNavigate();
  if (!query.includes(' ')) return [];
  const run = () => void navigate({ to: '/app', search: { q: query } });
  return [{ id: 'sentence', label: text.findCompanies(query), run }];
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

function useCompanies(search: string, query: string): Entry[] {
  const navigate = useNavigate();
  const enabled = search.length >= 2;
  const variables = { search, first: RESULTS };
  const { data, isPlaceholderData } = useApiQuery(PaletteCompaniesDocument, variables, {
    enabled,
    keepPrevious: true,
  });
  if (!enabled) return [];
  const found = (data?.companies?.edges ?? []).map(({ node: { companyId, name, slug, primaryDomain } }) => ({
    id: `company-${companyId}`,
    label: name,
    description: primaryDomain,
    run: () => void navigate({ to: '/app/companies/$identifier', params: { identifier: slug } }),
  }));
  return isPlaceholderData || search !== query ? matching(found, query) : found;
}
