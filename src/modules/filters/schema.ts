import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { STANDARD_PAGE, toPage } from '../../graphql/cursors.ts';
import { definitionPrice } from '../../graphql/definition-price.ts';
import { EACH, listPrice, POINTS, pagePrice, priced } from '../../graphql/prices.ts';
import { requirePrincipal } from '../../graphql/principal.ts';
import { PartnershipAccessEnum } from '../catalogue/edge-types.ts';
import { DefinitionInput, toRawDefinition } from './definition-type.ts';
import { FilterCatalogRef, FilterFieldKey, FilterValueRef, toKey } from './filter-types.ts';
import type { AreAllOpen, BreakdownEntry, FunnelStep, Preview, TierCounts } from './preview.ts';
import type { ValuePage } from './values.ts';

/** What REST callers expect: a count stops here (contract, section 6). */
const CEILING = 10_000;
const BREAKDOWN_PAGE = { defaultLimit: 20, maxLimit: 250 };

export const TierCountsRef = builder.objectRef<TierCounts>('TierCounts').implement({
  description: 'Members by how fresh the evidence is.',
  extensions: inheritsAccess,
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    high: t.exposeInt('high', { description: 'Seen within 90 days before the newest observation.' }),
    medium: t.exposeInt('medium', { description: 'Seen within 365 days, but not within 90.' }),
    exploratory: t.exposeInt('exploratory', { description: 'Seen longer ago.' }),
  }),
});

const FunnelStepRef = builder.objectRef<FunnelStep>('FunnelStep').implement({
  description: 'How many companies one node of the tree matches by itself.',
  extensions: inheritsAccess,
  fields: (t) => ({
    pointer: t.exposeString('pointer', { description: 'JSON pointer of the node in the definition.' }),
    exactCount: t.exposeInt('exactCount', { description: 'How many companies, whenever seen.' }),
  }),
});

const BreakdownEntryRef = builder.objectRef<BreakdownEntry>('BreakdownEntry').implement({
  description: 'How many of the matches have a value.',
  extensions: inheritsAccess,
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The value.' }),
    label: t.exposeString('label', { description: 'What people call it.' }),
    count: t.exposeInt('count', { description: 'How many of the matches have it, whenever seen.' }),
  }),
});

const PreviewCountRef = builder.objectRef<Preview>('PreviewCount').implement({
  description: 'What a definition would match. Fields that are not asked for are not computed.',
  extensions: inheritsAccess,
  fields: (t) => ({
    count: t.int({
      description: 'The exact count, or 10000 if it is more.',
      resolve: async (preview) => Math.min(await preview.count(), CEILING),
    }),
    capped: t.boolean({
      description: 'Whether there are 10000 or more.',
      resolve: async (preview) => (await preview.count()) >= CEILING,
    }),
    exactCount: t.int({ description: 'How many companies.', resolve: (preview) => preview.count() }),
    tierCounts: t.field({
      type: TierCountsRef,
      complexity: priced(POINTS.tierCounts),
      description: 'How many in each tier.',
      resolve: (preview) => preview.tierCounts(),
    }),
    funnel: t.field({
      type: [FunnelStepRef],
      complexity: priced(POINTS.funnel),
      description: 'The count at every node of the tree, in document order.',
      resolve: (preview) => preview.funnel(),
    }),
    breakdown: t.field({
      type: [BreakdownEntryRef],
      complexity: listPrice(BREAKDOWN_PAGE, POINTS.breakdown),
      description:
        'The commonest values of a field among the matches: what adding a condition would leave. Empty for PARTNER while `partnerAccess` is LOCKED.',
      args: {
        field: t.arg({
          type: FilterFieldKey,
          required: true,
          description: 'Any field but those of free text.',
        }),
        first: t.arg.int({ description: 'How many values: 1 to 250, 20 unless given.' }),
      },
      resolve: (preview, { field, first }) =>
        preview.breakdown(toKey(field), first ?? BREAKDOWN_PAGE.defaultLimit),
    }),
    partnerAccess: t.field({
      type: PartnershipAccessEnum,
      description:
        'LOCKED: fewer than 20 companies match, and the organization has not unlocked all of them that have partners. The breakdown by partner is then empty. OPEN otherwise.',
      resolve: async (preview) => ((await preview.partnersAreOpen()) ? 'OPEN' : 'LOCKED'),
    }),
  }),
});

const FilterValuePageRef = builder.objectRef<ValuePage>('FilterValuePage').implement({
  description: 'Values of a field.',
  extensions: inheritsAccess,
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'How many there are on all pages.' }),
    values: t.expose('values', {
      type: [FilterValueRef],
      complexity: EACH,
      description: 'This page, the commonest first.',
    }),
  }),
});

builder.queryFields((t) => ({
  filterFields: t.field({
    type: FilterCatalogRef,
    description: 'The fields and operators that a filter can use. Needs a personal key.',
    authScopes: { userKey: true },
    resolve: (_root, _args, { services }) => services.filters.catalog(),
  }),
  filterFieldValues: t.field({
    type: FilterValuePageRef,
    complexity: pagePrice(STANDARD_PAGE),
    description: 'Values of a field with how many companies have each. Needs a personal key.',
    authScopes: { userKey: true },
    args: {
      field: t.arg({ type: FilterFieldKey, required: true, description: 'The field.' }),
      search: t.arg.string({ description: 'Part of a value or label; for partners at least 2 characters.' }),
      first: t.arg.int({ description: 'How many: 1 to 1000, 100 unless given.' }),
      offset: t.arg.int({ description: 'How many to pass over.' }),
    },
    resolve: (_root, { field, search, first, offset }, { services }) =>
      services.filters.values(toKey(field), {
        search: search ?? undefined,
        ...toPage({ first, offset }, STANDARD_PAGE),
      }),
  }),
  previewCount: t.field({
    type: PreviewCountRef,
    complexity: definitionPrice(),
    description: 'What a definition would match, exactly; touches no saved list. Needs a personal key.',
    extensions: { costClass: 'evaluate' },
    authScopes: { userKey: true },
    args: {
      definition: t.arg({ type: DefinitionInput, description: 'The definition.' }),
      definitionJson: t.arg({
        type: 'JSON',
        description: 'The definition as REST spells it, instead of `definition`.',
      }),
    },
    resolve: (_root, args, context) =>
      context.services.filters.preview(toRawDefinition(args), areAllOpenFor(context)),
  }),
}));

/** Undefined while partnerships are not metered. */
function areAllOpenFor({ services: { partnershipMeter }, principal }: Context): AreAllOpen | undefined {
  const { organizationId } = requirePrincipal(principal);
  return partnershipMeter && ((companyIds) => partnershipMeter.areAllOpen(organizationId, companyIds));
}
