import {
  definitionPrice,
  type FieldPrice,
  FREE,
  listPrice,
  POINTS,
  priced,
} from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { firstOf } from '../../graphql/connection.ts';
import { idText } from '../../graphql/ids.ts';
import { invalidValue } from '../../lib/fault.ts';
import { isJsonObject } from '../../lib/json.ts';
import { MAX_OVERLAP_SETS, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { TechnologyRef } from '../catalogue/edge-types.ts';
import { CompanyRef, loadCompanies, loadCompany } from '../catalogue/types.ts';
import { DefinitionInput, isDefinitionGiven, toRawDefinition } from '../filters/definition-type.ts';
import { SAMPLE_PAGE } from '../filters/preview.ts';
import { toListId } from '../lists/types.ts';
import { type CountedMove, MAX_MOVES, moveDefinition } from './moves.ts';
import type { ComparedSet, Overlap } from './overlap.ts';
import { type InsightService, type PreviewedMove, SIMILAR_PAGE } from './service.ts';
import type { SharedValue, SimilarCompany } from './similar.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    insight: InsightService;
  }
}

const SetInput = builder.inputType('OverlapSetInput', {
  description: 'A set to compare: a list, or a definition with a name.',
  fields: (t) => ({
    listId: t.id({ description: idText('List, by its current definition and domains') }),
    name: t.string({
      description: `Name of the definition, which the answer repeats: 1 to ${TEXT_LIMITS.listName.maxLength} characters after trimming.`,
    }),
    definition: t.field({
      type: DefinitionInput,
      description: 'Definition of the companies. It needs not be saved.',
    }),
    definitionJson: t.field({
      type: 'JSON',
      description: 'The definition in the JSON shape of REST, instead of `definition`.',
    }),
  }),
});

type SetValue = typeof SetInput.$inferInput;

/** @throws Fault validation_error unless it is either a list, or a definition with a name */
function toSet({ listId, name, ...definition }: SetValue, index: number): ComparedSet {
  const isList = listId != null;
  if (isList === isDefinitionGiven(definition) || isList === (name != null))
    throw invalidValue(`/sets/${index}`, 'must either name a list, or have a name and a definition');
  if (isList) return { listId: toListId(listId) };
  return { name: name ?? '', definition: toRawDefinition(definition) };
}

const SetRef = innerType<Overlap['sets'][number]>('OverlapSet', {
  description: 'A set that was compared.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the list, or the name that was sent.' }),
    count: t.expose('count', { type: 'SafeInt', description: 'Number of its companies, of all tiers.' }),
  }),
});

const OverlapRef = innerType<Overlap>('ListOverlap', {
  description: 'What every two sets have in common.',
  fields: (t) => ({
    sets: t.expose('sets', {
      type: [SetRef],
      price: FREE,
      description: 'The sets, in the order of the request.',
    }),
    pairs: t.field({
      type: t.listRef(t.listRef('SafeInt')),
      description:
        'Numbers of companies that two sets have in common. `pairs[i][j]` is for the sets i and j, counted from 0. The diagonal has the sizes of the sets.',
      resolve: ({ pairs }) => pairs.map((row) => [...row]),
    }),
  }),
});

/** Price of counting each set, as much as a preview of its definition. */
function overlapPrice(sets: unknown): FieldPrice {
  const given: unknown[] = Array.isArray(sets) ? sets : [sets];
  const priceOf = definitionPrice();
  const field = given.reduce<number>((sum, each) => sum + priceOf(isJsonObject(each) ? each : {}).field, 0);
  return { field, multiplier: given.length, sizedBy: 'inputs' };
}

builder.queryField('listOverlap', (t) =>
  t.withAuth({ userKey: true }).field({
    type: OverlapRef,
    description:
      'Counts the companies that lists and definitions have in common: every two of them, exactly, at one state of the catalogue. Costs no credits. Needs a personal key.',
    price: ({ sets }) => overlapPrice(sets),
    extensions: { costClass: 'evaluate' },
    args: {
      sets: t.arg({
        type: [SetInput],
        required: true,
        description: `2 to ${MAX_OVERLAP_SETS} sets. One of a list that the caller cannot see is the error LIST_NOT_FOUND.`,
      }),
    },
    resolve: (_root, { sets }, { user, services }) => services.insight.overlap(user, sets.map(toSet)),
  }),
);

const SharedValueRef = innerType<SharedValue>('SharedValue', {
  description: 'A value that two companies share.',
  fields: (t) => ({
    field: t.expose('field', { type: 'FilterFieldKey', description: 'Key of the field.' }),
    value: t.exposeString('value', { description: 'Value, as a condition takes it.' }),
    label: t.exposeString('label', { description: 'English name of the value, for people.' }),
    weight: t.exposeFloat('weight', {
      description:
        'Natural logarithm of N / n: N companies of the catalogue, n of them with the value. Rare values weigh more.',
    }),
  }),
});

const SimilarCompanyRef = innerType<SimilarCompany>('SimilarCompany', {
  description: 'A company that is like another one.',
  fields: (t) => ({
    company: t.field({
      type: CompanyRef,
      description: 'The company.',
      resolve: ({ companyId }, _args, context) => loadCompany(context, companyId),
    }),
    score: t.exposeFloat('score', {
      description:
        'Weight of what both share, divided by the weight of all values of the company asked about: above 0, at most 1.',
    }),
    shared: t.expose('shared', {
      type: [SharedValueRef],
      price: FREE,
      description: 'Values that both share, the heaviest first.',
    }),
  }),
});

builder.objectField(CompanyRef, 'similar', (t) =>
  t.field({
    type: [SimilarCompanyRef],
    price: listPrice(SIMILAR_PAGE, POINTS.similar),
    description:
      'Companies that are most like this one, the most similar first, then by id. Compares technologies, industry, country, employee range, and own fields of type CATEGORY. Costs no credits.',
    extensions: { costClass: 'evaluate' },
    args: { first: t.arg.int(firstOf(SIMILAR_PAGE, 'Maximum number of companies')) },
    resolve: ({ companyId }, { first }, { principal, services }) =>
      services.insight.similar(principal, companyId, first),
  }),
);

/** Periods of moves by their numbers of days. */
const DAYS = { DAYS_90: 90, DAYS_180: 180, DAYS_365: 365 } as const;
const WINDOWS = { 90: 'DAYS_90', 180: 'DAYS_180', 365: 'DAYS_365' } as const;

const MoveWindow = builder.enumType('MoveWindow', {
  description: 'Number of days before the newest observation of the catalogue, in which companies moved.',
  values: {
    DAYS_90: { description: '90 days.' },
    DAYS_180: { description: '180 days.' },
    DAYS_365: { description: '365 days.' },
  } satisfies Record<keyof typeof DAYS, object>,
});

/** What counts a move: the number that came with it, or a preview, whose fields are of one state of the catalogue. */
type MoveRow = CountedMove | PreviewedMove;

const MoveRef = innerType<MoveRow>('TechnologyMove', {
  description:
    'Companies that dropped a technology and adopted another one within a period. Dropped: last seen in the period, and not within 30 days.',
  fields: (t) => ({
    from: t.expose('from', { type: TechnologyRef, description: 'Technology that the companies dropped.' }),
    to: t.expose('to', { type: TechnologyRef, description: 'Technology that the companies adopted.' }),
    window: t.field({
      type: MoveWindow,
      description: 'The period.',
      resolve: ({ days }) => WINDOWS[days],
    }),
    count: t.field({
      type: 'SafeInt',
      description: 'Exact number of the companies.',
      resolve: (move) => ('preview' in move ? move.preview.count() : move.count),
    }),
    definition: t.field({
      type: 'JSON',
      description: 'Definition of the companies, in the form of REST. A list can have it.',
      resolve: ({ from, to, days }) => moveDefinition(from.techKey, to.techKey, days),
    }),
    sample: t.field({
      type: [CompanyRef],
      price: listPrice(SAMPLE_PAGE, POINTS.tierCounts),
      description:
        'First of the companies, in the order of members: by tier (HIGH first), then by company id.',
      args: { first: t.arg.int(firstOf(SAMPLE_PAGE, 'Maximum number of companies')) },
      resolve: async (move, { first }, context) => {
        const preview = 'preview' in move ? move.preview : await context.services.insight.preview(move);
        return loadCompanies(context, await preview.sample(first));
      },
    }),
  }),
});

builder.queryFields((t) => {
  const window = t.arg({ type: MoveWindow, defaultValue: 'DAYS_90', description: 'The period.' });
  return {
    technologyMove: t.field({
      type: MoveRef,
      description:
        'Counts the companies that moved from one technology to another. An unknown one is the error TECHNOLOGY_NOT_FOUND. Any key may read it.',
      authScopes: { anyKey: true },
      price: priced(POINTS.count),
      extensions: { costClass: 'evaluate' },
      args: {
        from: t.arg.string({ required: true, description: 'Key of the technology that was dropped.' }),
        to: t.arg.string({ required: true, description: 'Key of the technology that was adopted.' }),
        window,
      },
      resolve: (_root, { from, to, window: period }, { services }) =>
        services.insight.move(from, to, DAYS[period ?? 'DAYS_90']),
    }),
    technologyMoves: t.field({
      type: [MoveRef],
      description: `The ${MAX_MOVES} moves between technologies of a category that most companies made, then by the keys of both technologies. Any key may read them.`,
      authScopes: { anyKey: true },
      price: { field: POINTS.moves, multiplier: MAX_MOVES },
      extensions: { costClass: 'evaluate' },
      args: {
        category: t.arg.string({
          required: true,
          description: 'Category of the technologies, as in the filter field `technology_category`.',
        }),
        window,
      },
      resolve: (_root, { category, window: period }, { services }) =>
        services.insight.largestMoves(category, DAYS[period ?? 'DAYS_90']),
    }),
  };
});
