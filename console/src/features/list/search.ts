import { useParams } from '@tanstack/react-router';
import type { MemberOrder, MemberTier } from '../../generated/graphql.ts';

/** Returns the id of the list in the address. */
export function useListId(): string {
  return useParams({ from: '/app/lists/$listId' }).listId;
}

/** Reads whether the filter is edited, and whether the domains by hand are shown, beside the members. */
export const readBesideSearch = ({ edit, domains }: Record<string, unknown>) => ({
  ...(edit === true && { edit }),
  ...(domains === true && { domains }),
});

/** Parts of the tab of access and history. */
const SECTIONS = ['sharing', 'versions', 'activity'] as const;

interface AccessSearch {
  /** The part that is shown; sharing unless given. */
  section?: (typeof SECTIONS)[number] | undefined;
  /** Earlier version of the comparison; the one before `to` unless given. */
  from?: number | undefined;
  /** Later version; the current one unless given. */
  to?: number | undefined;
}

export function readAccessSearch(search: Record<string, unknown>): AccessSearch {
  const version = (key: string) => {
    const number = Number(search[key]);
    return Number.isInteger(number) && number > 0 ? number : undefined;
  };
  const section = SECTIONS.find((each) => each === search.section);
  return { section, from: version('from'), to: version('to') };
}

export const CHANGE_KINDS = ['entered', 'left', 'tierChanged'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** State of the page that a link carries. */
interface ChangesSearch {
  /** Id of the materialization to compare with; the one before the current unless given. */
  since?: string | undefined;
  /** Id of the materialization that is compared with it; the current one unless given. */
  until?: string | undefined;
  kind?: ChangeKind | undefined;
  /** Number of the page, from 1. */
  page?: number | undefined;
}

export function readChangesSearch(search: Record<string, unknown>): ChangesSearch {
  const id = (key: 'since' | 'until') => (search[key] === undefined ? undefined : String(search[key]));
  const page = Number(search.page);
  return {
    since: id('since'),
    until: id('until'),
    kind: CHANGE_KINDS.find((each) => each === search.kind),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

/** Search parameters of the members of a list. */
export interface MembersSearch {
  tier?: MemberTier;
  search?: string;
  /** Field that the members are sorted by, in lower case; with `-` in front, the largest first. By tier unless given. */
  sort?: string;
  /** Id of the view that was chosen; the default one unless given. */
  view?: number;
  /** Keys of the columns, separated by commas; those of the view unless given. */
  columns?: string;
  /** Slug of the company whose panel is open. */
  company?: string;
}

const TIERS: readonly unknown[] = ['HIGH', 'MEDIUM', 'EXPLORATORY'] satisfies MemberTier[];
const FIELDS: readonly string[] = ['founded_year', 'name', 'partnership_count', 'technology_count', 'tier'];

/** Keys of own fields. The service refuses those that it cannot sort by. */
const OWN_FIELD = /^(?:custom|org)\.[a-z][a-z0-9_]{0,39}$/;

/** Reads the search parameters; invalid ones are left out. */
export function readMembersSearch(given: Record<string, unknown>): MembersSearch {
  const { tier, search, sort, view, columns, company } = given;
  return {
    ...(TIERS.includes(tier) && { tier: tier as MemberTier }),
    // The router reads "2024" as a number.
    ...((typeof search === 'string' || typeof search === 'number') &&
      search !== '' && { search: String(search).slice(0, 200) }),
    ...(typeof sort === 'string' && toOrder(sort) && { sort }),
    ...(Number.isInteger(view) && { view: Number(view) }),
    ...(typeof columns === 'string' && columns !== '' && { columns }),
    ...((typeof company === 'string' || typeof company === 'number') &&
      company !== '' && { company: String(company) }),
  };
}

/** Parses a sort such as `-name`; undefined if members cannot be sorted so. */
export function toOrder(text: string | undefined): MemberOrder | undefined {
  if (text === undefined) return undefined;
  const isDescending = text.startsWith('-');
  const field = text.slice(isDescending ? 1 : 0);
  if (!FIELDS.includes(field) && !OWN_FIELD.test(field)) return undefined;
  return { field, direction: isDescending ? 'DESC' : 'ASC' };
}
