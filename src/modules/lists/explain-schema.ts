import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { STANDARD_PAGE, toPage } from '../../graphql/cursors.ts';
import { EACH, POINTS, pagePrice, priced } from '../../graphql/prices.ts';
import { CompanyRef } from '../catalogue/company-type.ts';
import { callerOf, ListRef, loadCompanies } from './list-types.ts';
import { MemberSource, MemberTier, SOURCES, TIER_NAMES, VerdictRef } from './member-types.ts';
import type { Changes, Explanation } from './members-service.ts';

const ExplanationRef = builder.objectRef<Explanation>('ListExplanation').implement({
  description: 'Why a company is in a list, or not.',
  extensions: inheritsAccess,
  fields: (t) => ({
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description: 'The company.',
      resolve: ({ companyId }, _args, { loaders }) => loaders.company.load(companyId),
    }),
    member: t.boolean({ description: 'Whether it is a member.', resolve: ({ tier }) => tier !== null }),
    tier: t.field({
      type: MemberTier,
      nullable: true,
      description: 'Its tier; null when it is no member.',
      resolve: ({ tier }) => (tier === null ? null : TIER_NAMES[tier]),
    }),
    source: t.field({
      type: MemberSource,
      nullable: true,
      description: 'Why it is a member; null when it is none.',
      resolve: ({ source }) => (source === null ? null : SOURCES[source]),
    }),
    excluded: t.exposeBoolean('excluded', {
      description: 'Whether one of its domains is excluded by hand, which beats everything.',
    }),
    conditions: t.expose('conditions', {
      type: [VerdictRef],
      description: 'What each condition of the definition says of it, in document order.',
    }),
  }),
});

const ChangesRef = builder.objectRef<Changes>('ListChanges').implement({
  description: 'Who came and who went.',
  extensions: inheritsAccess,
  fields: (t) => ({
    addedCount: t.exposeInt('addedCount', { description: 'How many came.' }),
    removedCount: t.exposeInt('removedCount', { description: 'How many went.' }),
    added: t.field({
      type: [CompanyRef],
      complexity: EACH,
      description: 'The first of those who came, by company id.',
      resolve: ({ added }, _args, context) => loadCompanies(context, added),
    }),
    removed: t.field({
      type: [CompanyRef],
      complexity: EACH,
      description: 'The first of those who went, by company id.',
      resolve: ({ removed }, _args, context) => loadCompanies(context, removed),
    }),
  }),
});

builder.objectFields(ListRef, (t) => ({
  explain: t.field({
    type: ExplanationRef,
    complexity: priced(POINTS.explanation),
    description: 'Why a company is in the list, or not.',
    extensions: { costClass: 'evaluate' },
    args: { identifier: t.arg.string({ required: true, description: 'A domain or slug of the company.' }) },
    resolve: async (list, { identifier }, context) => {
      const { catalogue, lists } = context.services;
      const { companyId } = await catalogue.getCompany(identifier);
      return lists.members.explain(callerOf(context), list, companyId);
    },
  }),
  changes: t.field({
    type: ChangesRef,
    complexity: pagePrice(STANDARD_PAGE, POINTS.changes),
    description: 'Who came and who went since an earlier materialization. The last 30 are kept.',
    args: {
      sinceMaterialization: t.arg.id({
        required: true,
        description: 'The id of a materialization of this list.',
      }),
      first: t.arg.int({ description: 'How many of each to name: 1 to 1000, 100 unless given.' }),
    },
    resolve: (list, { sinceMaterialization, first }, context) => {
      const { limit } = toPage({ first }, STANDARD_PAGE);
      const since = Number(sinceMaterialization);
      return context.services.lists.members.changes(callerOf(context), list, since, limit);
    },
  }),
}));
