import { definitionPrice, listPrice, POINTS, priced } from '../../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../../graphql/builder.ts';
import { firstOf } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { toLimit } from '../../../lib/page.ts';
import { CompanyRef, loadCompanies } from '../../catalogue/types.ts';
import { DefinitionInput, toRawDefinition } from '../../filters/definition-type.ts';
import type { Verdict } from '../../filters/explain.ts';
import { SAMPLE_PAGE } from '../../filters/preview.ts';
import { PreviewCountRef } from '../../filters/schema.ts';
import { ListRef, memberTiers } from '../types.ts';
import { type DefinitionPreview, type Explanation, PREVIEW_SAMPLE } from './service.ts';
import { memberSources, VerdictRef } from './types.ts';

const FIRST_OF_SAMPLE = firstOf(PREVIEW_SAMPLE, 'Maximum number of companies');

/** Loads the first of some companies. One that is no longer in the catalogue is left out. @throws Fault validation_error */
function loadSample(context: Context, ids: readonly number[], first: number | null | undefined) {
  return loadCompanies(context, ids.slice(0, toLimit(first, PREVIEW_SAMPLE)));
}

const ExplanationRef = innerType<Explanation>('ListExplanation', {
  description: 'Reasons why a company is or is not a member of a list.',
  fields: (t) => ({
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'Company in question; null if it is no longer in the catalogue.',
      resolve: ({ companyId }, _args, { loaders }) => loaders.company.load(companyId),
    }),
    member: t.boolean({
      description: 'Whether the company is a member.',
      resolve: ({ tier }) => tier !== null,
    }),
    tier: t.field(
      memberTiers.nullableField(
        'Tier of the member; null if the company is not a member.',
        ({ tier }: Explanation) => tier,
      ),
    ),
    source: t.field(
      memberSources.nullableField(
        'Why the company is a member; null if it is not a member.',
        ({ source }: Explanation) => source,
      ),
    ),
    excluded: t.exposeBoolean('excluded', {
      description: 'Whether one of its domains is excluded manually. An exclusion overrides everything else.',
    }),
    conditions: t.expose('conditions', {
      type: [VerdictRef],
      description: 'Result of each condition of the definition for this company, in document order.',
    }),
  }),
});

const DefinitionPreviewRef = innerType<DefinitionPreview>('DefinitionPreview', {
  description: 'Effect that saving a definition would have on the members of a list.',
  fields: (t) => ({
    count: t.expose('count', {
      type: 'SafeInt',
      description: 'Exact number of members that the list would have.',
    }),
    addedCount: t.expose('addedCount', {
      type: 'SafeInt',
      description: 'Number of companies that would enter.',
    }),
    removedCount: t.expose('removedCount', {
      type: 'SafeInt',
      description: 'Number of companies that would leave.',
    }),
    addedSample: t.field({
      type: [CompanyRef],
      price: listPrice(PREVIEW_SAMPLE),
      description: 'First companies that would enter, by company id.',
      args: { first: t.arg.int(FIRST_OF_SAMPLE) },
      resolve: ({ added }, { first }, context) => loadSample(context, added, first),
    }),
    removedSample: t.field({
      type: [CompanyRef],
      price: listPrice(PREVIEW_SAMPLE),
      description: 'First companies that would leave, by company id.',
      args: { first: t.arg.int(FIRST_OF_SAMPLE) },
      resolve: ({ removed }, { first }, context) => loadSample(context, removed, first),
    }),
  }),
});

const MatchReasonsRef = innerType<{ companyId: number; verdicts: Verdict[] }>('MatchReasons', {
  description: 'A company that a definition matches, with the reasons.',
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company.' }),
    reasons: t.field({
      type: [VerdictRef],
      description: 'Conditions of the definition that the company meets, and how fresh the evidence is.',
      resolve: ({ verdicts }) => verdicts.filter(({ met }) => met),
    }),
  }),
});

builder.objectField(PreviewCountRef, 'reasons', (t) =>
  t.field({
    type: [MatchReasonsRef],
    price: listPrice(SAMPLE_PAGE, POINTS.tierCounts + POINTS.explanation),
    description: 'Reasons for the first matches, in the order of `sample`. Free.',
    args: { first: t.arg.int(firstOf(SAMPLE_PAGE, 'Maximum number of companies')) },
    resolve: async (preview, { first }) =>
      Array.from(await preview.reasons(first), ([companyId, verdicts]) => ({ companyId, verdicts })),
  }),
);

builder.objectFields(ListRef, (t) => ({
  explain: t.withAuth({ userKey: true }).field({
    type: ExplanationRef,
    price: priced(POINTS.explanation),
    description: 'Explains why a company is or is not a member of the list. Free.',
    extensions: { costClass: 'evaluate' },
    args: {
      identifier: t.arg.string({
        required: true,
        description: 'A domain (anything with a dot) or a slug of the company.',
      }),
    },
    resolve: async (list, { identifier }, { user, services: { catalogue, lists } }) => {
      const { companyId } = await catalogue.getCompany(identifier);
      return lists.members.explain(user, list, companyId);
    },
  }),
  previewDefinition: t.withAuth({ userKey: true }).field({
    type: DefinitionPreviewRef,
    price: definitionPrice(POINTS.materialization),
    description: 'Shows how saving this definition would change the members. Saves nothing. Free.',
    extensions: { costClass: 'evaluate' },
    args: {
      definition: t.arg({
        type: DefinitionInput,
        description: 'Definition to try. Give this or `definitionJson`.',
      }),
      definitionJson: t.arg({
        type: 'JSON',
        description: 'Definition as JSON, in the form of REST, instead of `definition`.',
      }),
    },
    resolve: (list, args, context) =>
      context.services.lists.members.preview(context.user, list, toRawDefinition(args)),
  }),
}));
