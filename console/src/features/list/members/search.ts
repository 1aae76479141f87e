import type { MemberOrder, MemberOrderField, MemberTier } from '../../../generated/graphql.ts';

/** Search parameters of the members of a list. */
export interface MembersSearch {
  tier?: MemberTier;
  search?: string;
  /** Field that the members are sorted by, in lower case; with `-` in front, the largest first. By tier unless given. */
  sort?: string;
  /** Slug of the company whose panel is open. */
  company?: string;
}

const TIERS: readonly unknown[] = ['HIGH', 'MEDIUM', 'EXPLORATORY'] satisfies MemberTier[];
const FIELDS: readonly string[] = [
  'FOUNDED_YEAR',
  'NAME',
  'PARTNERSHIP_COUNT',
  'TECHNOLOGY_COUNT',
  'TIER',
] satisfies MemberOrderField[];

/** Reads the search parameters; invalid ones are left out. */
export function readMembersSearch({ tier, search, sort, company }: Record<string, unknown>): MembersSearch {
  return {
    ...(TIERS.includes(tier) && { tier: tier as MemberTier }),
    // The router reads "2024" as a number.
    ...((typeof search === 'string' || typeof search === 'number') &&
      search !== '' && { search: String(search).slice(0, 200) }),
    ...(typeof sort === 'string' && toOrder(sort) && { sort }),
    ...((typeof company === 'string' || typeof company === 'number') &&
      company !== '' && { company: String(company) }),
  };
}

/** Parses a sort such as `-name`; undefined if members cannot be sorted so. */
export function toOrder(text: string | undefined): MemberOrder | undefined {
  if (text === undefined) return undefined;
  const isDescending = text.startsWith('-');
  const name = text.slice(isDescending ? 1 : 0).toUpperCase();
  if (!FIELDS.includes(name)) return undefined;
  return { field: name as MemberOrderField, direction: isDescending ? 'DESC' : 'ASC' };
}

/**
 * Returns the sort after a column was pressed. Numbers begin with the largest, names and tiers with the first; a second
 * press turns the order round, a third one returns to the order by tier.
 */
export function nextSort(current: string | undefined, field: MemberOrderField): string | undefined {
  const name = field.toLowerCase();
  const first = field === 'NAME' || field === 'TIER' ? name : `-${name}`;
  const second = first === name ? `-${name}` : name;
  if (current === first) return second;
  return current === second ? undefined : first;
}
