import {
  breakdownsPrice,
  definitionPrice,
  FREE,
  listPrice,
  POINTS,
  pagePrice,
  priced,
} from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { bothWaysPageArguments, defineConnection, firstOf, readPage } from '../../graphql/connection.ts';
import { toRowIdOf } from '../../graphql/ids.ts';
import { STANDARD_PAGE, toLimit } from '../../lib/page.ts';
import type { Principal } from '../../lib/principal.ts';
import { MAX_BREAKDOWNS } from '../../lib/request-limits.ts';
import { PartnershipAccessEnum } from '../catalogue/edge-types.ts';
import { CompanyRef, loadCompanies } from '../catalogue/types.ts';
import type { PartnershipMeter } from '../credits/partnership-meter.ts';
import type { Breakdown, BreakdownEntry } from './breakdown.ts';
import { valueOrderOf } from './catalog.ts';
import type { ListScope } from './checks.ts';
import { DefinitionInput, toRawDefinition } from './definition-type.ts';
import type { FunnelStep } from './funnel.ts';
import { BREAKDOWN_PAGE, COUNT_CEILING, type Preview, SAMPLE_PAGE, type TierCounts } from './preview.ts';
import type { FiltersService } from './service.ts';
import { FilterCatalogRef, FilterValueRef, FOUND_PAGE, FoundValueRef } from './types.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    filters: FiltersService;
    /** Lists that definitions may name. */
    listNames: ListNames;
    /** Undefined: partners of every company may be read. */
    partnershipMeter: PartnershipMeter | undefined;
  }
}

/** Lists that definitions may name, which the module of lists provides. */
interface ListNames {
  /** Returns the id of the list that the caller can see and that was updated last. */
  findLatest: (caller: Principal) => Promise<number | undefined>;
  /** @param listId list whose definition is edited. @throws Fault list_not_found */
  scopeOf: (caller: Principal, listId?: number) => Promise<ListScope>;
}

export const TierCountsRef = builder.objectRef<TierCounts>('TierCounts').implement({
  description: 'Number of companies, in total and by tier. The tier says how recent the evidence is.',
  extensions: inheritsAccess,
  fields: (t) => ({
    total: t.expose('total', { type: 'SafeInt', description: 'Companies of all tiers.' }),
    high: t.expose('high', {
      type: 'SafeInt',
      description:
        'Companies with evidence from the 90 days before the newest observation in the catalogue, and those added manually.',
    }),
    medium: t.expose('medium', {
      type: 'SafeInt',
      description: 'Companies with evidence from 365 days, but not from 90 days.',
    }),
    exploratory: t.expose('exploratory', {
      type: 'SafeInt',
      description: 'Companies with older evidence only.',
    }),
  }),
});

const FunnelStepRef = builder.objectRef<FunnelStep>('FunnelStep').implement({
  description: 'Matches of a node of the tree, by itself and combined with the nodes before it.',
  extensions: inheritsAccess,
  fields: (t) => ({
    pointer: t.exposeString('pointer', {
      description: 'JSON pointer (RFC 6901) of the node in the definition, as in `/root/and/0`.',
    }),
    exactCount: t.expose('exactCount', {
      type: 'SafeInt',
      description: 'Exact number of companies, however old the evidence is.',
    }),
    remainingCount: t.expose('remainingCount', {
      type: 'SafeInt',
      nullable: true,
      description:
        'Exact number of companies that match this node and all earlier ones of its `and`. Null for the root, and in `or` and `not`.',
    }),
  }),
});

const BreakdownEntryRef = builder.objectRef<BreakdownEntry>('BreakdownEntry').implement({
  description: 'A value of a field, with its number of matches.',
  extensions: inheritsAccess,
  fields: (t) => ({
    value: t.exposeString('value', { description: 'Value, as a condition takes it.' }),
    label: t.exposeString('label', { description: 'English name of the value, for people.' }),
    count: t.expose('count', {
      type: 'SafeInt',
      description: 'Number of matches that have the value, however old the evidence is.',
    }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description: 'First number or day of a range of an own field, for `between`; null for other fields.',
      resolve: ({ from }) => from ?? null,
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Last number or day of the range; null for other fields.',
      resolve: ({ to }) => to ?? null,
    }),
  }),
});

const BreakdownRef = builder.objectRef<Breakdown>('Breakdown').implement({
  description: 'The most frequent values of a field among the matches.',
  extensions: inheritsAccess,
  fields: (t) => ({
    field: t.expose('field', { type: 'FilterFieldKey', description: 'Key of the field.' }),
    entries: t.expose('entries', {
      type: [BreakdownEntryRef],
      price: FREE,
      description: 'Its values, as `PreviewCount.breakdown` returns them.',
    }),
  }),
});

export const PreviewCountRef = builder.objectRef<Preview>('PreviewCount').implement({
  description:
    'Counts of the matches of a definition. Only selected fields are computed and count towards the cost of the operation.',
  extensions: inheritsAccess,
  fields: (t) => ({
    count: t.field({
      type: 'SafeInt',
      description: 'Number of matches, at most 10000. Use `exactCount` for larger numbers.',
      resolve: async (preview) => Math.min(await preview.count(), COUNT_CEILING),
    }),
    capped: t.boolean({
      description: 'Whether there are 10000 matches or more.',
      resolve: async (preview) => (await preview.count()) >= COUNT_CEILING,
    }),
    exactCount: t.field({
      type: 'SafeInt',
      description: 'Exact number of matches, however old the evidence is.',
      resolve: (preview) => preview.count(),
    }),
    tierCounts: t.field({
      type: TierCountsRef,
      price: priced(POINTS.tierCounts),
      description: 'Exact number of matches in each tier.',
      resolve: (preview) => preview.tierCounts(),
    }),
    funnel: t.field({
      type: [FunnelStepRef],
      price: priced(POINTS.funnel),
      description:
        'Exact count of each node of the tree by itself, in document order. It shows which condition excludes most companies.',
      resolve: (preview) => preview.funnel(),
    }),
    breakdown: t.field({
      type: [BreakdownEntryRef],
      price: listPrice(BREAKDOWN_PAGE, POINTS.breakdown),
      description:
        'The most frequent values of a field among the matches. Empty for PARTNER while `partnerAccess` is LOCKED.',
      args: {
        field: t.arg({
          type: 'FilterFieldKey',
          required: true,
          description:
            'Any field except those of type TEXT. Own fields of type NUMBER and DATE are counted by ranges, in ascending order.',
        }),
        first: t.arg.int(firstOf(BREAKDOWN_PAGE, 'Maximum number of values')),
      },
      resolve: (preview, { field, first }) => preview.breakdown(field, first),
    }),
    breakdowns: t.field({
      type: [BreakdownRef],
      price: breakdownsPrice(BREAKDOWN_PAGE),
      description: 'The same for several fields at once, each once. Costs as much as a `breakdown` of each.',
      args: {
        fields: t.arg({
          type: ['FilterFieldKey'],
          required: true,
          description: `Up to ${MAX_BREAKDOWNS} fields, as \`breakdown\` takes them.`,
        }),
        first: t.arg.int(firstOf(BREAKDOWN_PAGE, 'Maximum number of values of each field')),
      },
      resolve: (preview, { fields, first }) => preview.breakdowns(fields, first),
    }),
    sample: t.field({
      type: [CompanyRef],
      price: listPrice(SAMPLE_PAGE, POINTS.tierCounts),
      description: 'First matches, in the order of members: by tier (HIGH first), then by company id.',
      args: { first: t.arg.int(firstOf(SAMPLE_PAGE, 'Maximum number of companies')) },
      resolve: async (preview, { first }, context) => loadCompanies(context, await preview.sample(first)),
    }),
    partnerAccess: t.field({
      type: PartnershipAccessEnum,
      description:
        'LOCKED: fewer than 20 companies match, and the organization has not unlocked every match that has partners. The breakdown by partner is then empty. OPEN otherwise.',
      resolve: async (preview) => ((await preview.partnersAreOpen()) ? 'OPEN' : 'LOCKED'),
    }),
  }),
});

const FilterValueConnection = defineConnection('FilterValue', 'a value of a field', FilterValueRef);

builder.queryFields((t) => ({
  filterFields: t.field({
    type: FilterCatalogRef,
    description: 'Fields and operators of filters, with the numbers of companies. Needs a personal key.',
    authScopes: { userKey: true },
    resolve: async (_root, _args, { services: { filters, listNames }, principal }) =>
      filters.catalog(principal.organizationId, await listNames.findLatest(principal)),
  }),
  filterFieldValues: t.field({
    type: FilterValueConnection,
    price: pagePrice(STANDARD_PAGE),
    description:
      'Searches the values of a field: the most frequent first, then by label; companies by how well they match. Not for fields of type INTEGER or TEXT: VALIDATION_ERROR. Needs a personal key.',
    authScopes: { userKey: true },
    args: {
      field: t.arg({
        type: 'FilterFieldKey',
        required: true,
        description: 'Field of type VOCABULARY or COMPANY.',
      }),
      search: t.arg.string({
        description:
          'Part of a value or label, in any case. Default: all values. Required for PARTNER: 2 to 100 characters.',
      }),
      ...bothWaysPageArguments,
    },
    resolve: async (_root, args, { services, principal }) => {
      const { field } = args;
      const search = args.search ?? undefined;
      let total = 0;
      return readPage(args, {
        scope: ['filterFieldValues'],
        order: valueOrderOf(field),
        read: async (window) => {
          const found = await services.filters.values(principal.organizationId, field, { search, window });
          total = found.total;
          return found.values;
        },
        keyOf: ({ key }) => key,
        countAll: () => total,
      });
    },
  }),
  filterValues: t.field({
    type: [FoundValueRef],
    price: listPrice(FOUND_PAGE, POINTS.search),
    description:
      'Searches the values of all fields with a closed vocabulary at once. The text itself comes first, then what begins with it, then the most frequent. Needs a personal key.',
    authScopes: { userKey: true },
    args: {
      search: t.arg.string({ required: true, description: 'Part of a value or label, in any case.' }),
      first: t.arg.int(firstOf(FOUND_PAGE, 'Maximum number of values')),
    },
    resolve: (_root, { search, first }, { services, principal }) =>
      services.filters.findValues(principal.organizationId, search, toLimit(first, FOUND_PAGE)),
  }),
  previewCount: t.field({
    type: PreviewCountRef,
    price: definitionPrice(),
    description:
      'Counts the matches of a definition without saving it. Costs no credits. Needs a personal key.',
    extensions: { costClass: 'evaluate' },
    authScopes: { userKey: true },
    args: {
      definition: t.arg({
        type: DefinitionInput,
        description: 'The definition. Exactly one of `definition` and `definitionJson` is required.',
      }),
      definitionJson: t.arg({
        type: 'JSON',
        description: 'The definition in the JSON shape of REST, instead of `definition`.',
      }),
      listId: t.arg.id({
        description:
          'List whose definition is being edited. Its current definition may name lists hidden from the caller. Default: a new list.',
      }),
    },
    resolve: async (_root, { listId, ...args }, { services, principal }) => {
      const { filters, partnershipMeter, listNames } = services;
      return filters.preview(
        toRawDefinition(args),
        partnershipMeter && ((ids) => partnershipMeter.areAllOpen(principal.organizationId, ids)),
        await listNames.scopeOf(principal, listId == null ? undefined : toRowIdOf('List', listId)),
      );
    },
  }),
}));
