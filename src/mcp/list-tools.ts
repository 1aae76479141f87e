import { z } from 'zod';
import { invalidValue } from '../lib/fault.ts';
import type { Body, Call } from './call.ts';
import { DEFINITION, readFilter, requireUnderstood, WORDS } from './definition.ts';
import { short } from './research-tools.ts';
import { defineTool, type Json, type Session } from './tool.ts';

const ID = z.int().min(1);
export const REQUEST_ID = z
  .string()
  .regex(/^[!#-~]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
  .describe('Idempotency-Key: the same text repeats the same call safely.');
const TIER = z.enum(['high', 'medium', 'exploratory']);

type Member = Body<'getListMembers'>['members'][number];
type Change = Body<'getListChanges'>['entered'][number];

const memberOf = ({ tier, ...company }: Member) => ({ ...short(company), tier });
const changeOf = ({ from, to, ...company }: Change) => ({
  ...short(company),
  ...(from && { from }),
  ...(to && { to }),
});

interface Asked {
  tier?: z.output<typeof TIER> | undefined;
  search?: string | undefined;
  since?: number | undefined;
  company?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Parts of a list, by what `include` calls them. */
const PARTS = {
  members: async (call: Call, list_id: number, { tier, search, limit, cursor }: Asked) => {
    const query = { tier, search_name_or_domain: search, limit, cursor };
    const { members, ...page } = await call('getListMembers', { path: { list_id }, query });
    const { limit: _, offset: __, ...counts } = page as typeof page & { offset?: number };
    return { members: members.map(memberOf), ...counts };
  },
  changes: async (call: Call, list_id: number, { since, limit, cursor }: Asked) => {
    const path = { list_id };
    const from = since ?? (await formerOf(call, list_id));
    if (from === undefined)
      return { entered: [], left: [], tier_changed: [], note: 'There are no earlier members yet.' };
    const { entered, left, tier_changed, total, next_cursor, materialization_id } = await call(
      'getListChanges',
      {
        path,
        query: { since: from, limit, cursor },
      },
    );
    return {
      since: from,
      materialization_id,
      total,
      entered: entered.map(changeOf),
      left: left.map(changeOf),
      tier_changed: tier_changed.map(changeOf),
      next_cursor,
    };
  },
  explain: async (call: Call, list_id: number, { company }: Asked) => {
    if (company === undefined) throw invalidValue('/company', 'say which company to explain, by its domain');
    return call('explainMembership', { path: { list_id }, query: { company } });
  },
};

/** The members before the newest ones. */
async function formerOf(call: Call, list_id: number): Promise<number | undefined> {
  const { materializations } = await call('getListMaterializations', {
    path: { list_id },
    query: { limit: 2 },
  });
  return materializations.at(1)?.materialization_id;
}

type List = Body<'getLists'>['lists'][number];

const summaryOf = ({ list_id, name, owner, access_level, tags, watched, updated_at }: List) => ({
  list_id,
  name,
  access_level,
  owner: owner.name,
  ...(tags.length > 0 && { tags }),
  ...(watched && { watched }),
  updated_at,
});

const pageLink = ({ publicUrl }: Session, list_id: number) => `${publicUrl}/app/lists/${list_id}`;

const SAVED = z.strictObject({
  list_id: ID.optional().describe('Changes this list; without it, makes one.'),
  name: z.string().optional(),
  definition: DEFINITION.optional(),
  words: WORDS.optional(),
  add_domains: z.array(z.string()).max(100).optional().describe('Companies to add by hand.'),
  tags: z.array(z.string()).max(20).optional(),
  watch: z.literal(true).optional().describe('Writes events when members change.'),
  definition_version: ID.optional().describe('Refuses the change if the list has another version.'),
  dry_run: z.boolean().default(true),
  request_id: REQUEST_ID.optional(),
});

type Saved = z.output<typeof SAVED>;

/** Says what a change would do, and changes nothing. */
async function preview({ call }: Session, given: Saved, definition: Json | undefined): Promise<Json> {
  const { list_id } = given;
  const note = 'Nothing is saved yet. Repeat the call with dry_run false.';
  if (!definition) return { saved: false, note };
  if (list_id === undefined) {
    const { count, sample = [] } = await call('previewMatches', { body: { definition, sample: 5 } });
    return { saved: false, count, enters: sample.map(short), definition, note };
  }
  const preview = await call('previewDefinition', { path: { list_id }, body: definition });
  const { count, added_count, removed_count, added_sample, removed_sample } = preview;
  const enters = added_sample.map(short);
  const leaves = removed_sample.map(short);
  return {
    saved: false,
    list_id,
    count,
    enter_count: added_count,
    leave_count: removed_count,
    enters,
    leaves,
    definition,
    note,
  };
}

/** Saves a change: what has a request_id is saved once, however often the call is repeated. */
async function save(session: Session, given: Saved, definition: Json | undefined): Promise<Json> {
  const { call } = session;
  const { name, tags, add_domains, watch, definition_version: version, request_id } = given;
  const keyOf = (part: string) => request_id && `${request_id}.${part}`;
  let { list_id } = given;
  if (list_id === undefined) {
    if (name === undefined) throw invalidValue('/name', 'is missing; a new list needs a name');
    const body = { name, ...(definition && { definition }), ...(tags && { tags }) };
    ({ list_id } = await call('createList', { body, key: request_id }));
  } else {
    const path = { list_id };
    if (definition) await call('replaceDefinition', { path, body: definition, key: request_id, version });
    if (name !== undefined || tags)
      await call('updateList', { path, body: { name, tags }, key: keyOf('update') });
  }
  const path = { list_id };
  if (add_domains) await call('addDomains', { path, body: { domains: add_domains }, key: keyOf('domains') });
  if (watch) await call('watchList', { path });
  const list = await call('getList', { path });
  const { members, ...counts } = await PARTS.members(call, list_id, { limit: 5 });
  return { saved: true, list_id, name: list.name, ...counts, members, url: pageLink(session, list_id) };
}

export const lists = [
  defineTool('get_lists', {
    title: 'Get lists',
    toolset: 'lists',
    description:
      'All lists of the caller, or one by list_id with its definition and parts: members; changes since an earlier materialization_id (by default the previous members); explain: why one company is in it or not.',
    input: z.strictObject({
      list_id: ID.optional(),
      include: z.array(z.enum(['members', 'changes', 'explain'])).default([]),
      company: z.string().optional().describe('Domain, for explain.'),
      since: ID.optional(),
      tier: TIER.optional(),
      search: z.string().optional().describe('Part of the name of lists or members.'),
      limit: z.int().min(1).max(50).default(20),
      cursor: z.string().optional(),
    }),
    output: { lists: 'array', list: 'object', members: 'object', changes: 'object', explain: 'object' },
    async run(session, { list_id, include, ...asked }) {
      const { call } = session;
      const { search, limit, cursor } = asked;
      if (list_id === undefined) {
        const { lists, total, next_cursor } = await call('getLists', { query: { search, limit, cursor } });
        return { lists: lists.map(summaryOf), total, next_cursor };
      }
      const list = await call('getList', { path: { list_id } });
      const { definition, definition_version } = list;
      const answer: Record<string, unknown> = {
        list: { ...summaryOf(list), definition_version, definition, url: pageLink(session, list_id) },
      };
      for (const part of new Set(include)) answer[part] = await PARTS[part](call, list_id, asked);
      return answer;
    },
  }),

  defineTool('save_list', {
    title: 'Save a list',
    toolset: 'lists',
    description:
      'Makes or changes a list. By default a dry run: how many companies enter and leave. Saves with dry_run false.',
    writes: true,
    isDestructive: true,
    input: SAVED,
    output: { saved: 'boolean', list_id: 'integer', count: 'integer', definition: 'object' },
    async run(session, given) {
      const { definition, words, dry_run } = given;
      const hasFilter = definition !== undefined || words !== undefined;
      if (given.definition_version !== undefined && !(hasFilter && given.list_id !== undefined))
        throw invalidValue('/definition_version', 'is only for a new definition of a list');
      const filter = hasFilter ? await readFilter(session.call, { definition, words }) : undefined;
      if (!dry_run && filter?.reading) requireUnderstood(filter.reading);
      const answer = await (dry_run ? preview : save)(session, given, filter?.definition);
      return { ...answer, ...(filter?.reading && { words: filter.reading }) };
    },
  }),

  defineTool('compare_lists', {
    title: 'Compare lists',
    toolset: 'lists',
    description: 'Counts the companies that every two of 2 to 20 lists or definitions share: pairs[i][j].',
    input: z.strictObject({
      sets: z
        .array(
          z.strictObject({
            list_id: ID.optional(),
            name: z.string().optional(),
            definition: DEFINITION.optional(),
          }),
        )
        .min(2)
        .max(20),
    }),
    output: { sets: 'array', pairs: 'array' },
    async run({ call }, { sets }) {
      const complete = sets.map(async (set) =>
        set.definition ? { ...set, definition: (await readFilter(call, set)).definition } : set,
      );
      return call('getListOverlap', { body: { sets: await Promise.all(complete) } });
    },
  }),

  defineTool('suggest_filter', {
    title: 'Suggest a filter',
    toolset: 'lists',
    description:
      'What 3 or more example companies, or the members of a list, have in common, and definitions that find more like them.',
    input: z.strictObject({
      domains: z.array(z.string()).min(3).max(1000).optional(),
      list_id: ID.optional(),
      max_conditions: z.int().min(1).max(6).default(4),
      strictness: z.enum(['loose', 'balanced', 'strict']).default('balanced'),
    }),
    output: { examples: 'object', traits: 'array', suggestions: 'array' },
    async run({ call }, given) {
      const { examples, traits, suggestions } = await call('suggestDefinitions', { body: given });
      return {
        examples,
        traits: traits.slice(0, 10).map(({ field, value, share, catalogue_share }) => ({
          field,
          value,
          share,
          catalogue_share,
        })),
        suggestions: suggestions.slice(0, 3).map(({ near_misses, ...rest }) => ({
          ...rest,
          more: near_misses.map(short),
        })),
      };
    },
  }),

  defineTool('read_events', {
    title: 'Read events',
    toolset: 'lists',
    description:
      'What happened, oldest first: list.members_changed, job.finished, credits.low … Keep next_cursor for the next call.',
    input: z.strictObject({
      cursor: z.string().optional().describe('"now": only events from now on.'),
      types: z.array(z.string()).optional(),
      list_id: ID.optional(),
      limit: z.int().min(1).max(50).default(20),
    }),
    output: { events: 'array', next_cursor: 'string' },
    run: ({ call }, query) => call('getEvents', { query }),
  }),
];
