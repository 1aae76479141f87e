import { builder, inheritsAccess } from '../../../graphql/builder.ts';
import { STANDARD_PAGE, toPage } from '../../../graphql/cursors.ts';
import { EACH, POINTS, pagePrice, priced } from '../../../graphql/prices.ts';
import { CompanyRef } from '../../catalogue/company-type.ts';
import { callerOf, ListRef, loadCompanies } from '../list-types.ts';
import { MemberSource, MemberTier, SOURCES, TIER_NAMES, VerdictRef } from './member-types.ts';
import type { Changes, Explanation } from './members-service.ts';

const ExplanationRef = builder.objectRef<Explanation>('ListExplanation').implement({
  description: 'Reasons why a company is or is not a member of a list.',
  extensions: inheritsAccess,
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
    tier: t.field({
      type: MemberTier,
      nullable: true,
      description: 'Tier of the member; null if the company is no member.',
      resolve: ({ tier }) => (tier === null ? null : TIER_NAMES[tier]),
    }),
    source: t.field({
      type: MemberSource,
      nullable: true,
      description: 'Why the company is a member; null if it is none.',
      resolve: ({ source }) => (source === null ? null : SOURCES[source]),
    }),
    excluded: t.exposeBoolean('excluded', {
      description: 'Whether one of its domains is excluded manually. An exclusion overrides everything else.',
    }),
    conditions: t.expose('conditions', {
      type: [VerdictRef],
      description: 'Result of each condition of the definition for this company, in document order.',
    }),
  }),
});

const ChangesRef = builder.objectRef<Changes>('ListChanges').implement({
  description: 'Companies that entered or left the list since an earlier materialization.',
  extensions: inheritsAccess,
  fields: (t) => ({
    addedCount: t.exposeInt('addedCount', { description: 'Number of companies that entered.' }),
    removedCount: t.exposeInt('removedCount', { description: 'Number of companies that left.' }),
    added: t.field({
      type: [CompanyRef],
      complexity: EACH,
      description: 'First companies that entered, by company id.',
      resolve: ({ added }, _args, context) => loadCompanies(context, added),
    }),
    removed: t.field({
      type: [CompanyRef],
      complexity: EACH,
      description: 'First companies that left, by company id.',
      resolve: ({ removed }, _args, context) => loadCompanies(context, removed),
    }),
  }),
});

builder.objectFields(ListRef, (t) => ({
  explain: t.field({
    type: ExplanationRef,
    complexity: priced(POINTS.explanation),
    description: 'Explains why a company is or is not a member of the list. Free.',
    extensions: { costClass: 'evaluate' },
    args: {
      identifier: t.arg.string({
        required: true,
        description: 'A domain (anything with a dot) or a slug of the company.',
      }),
    },
    resolve: async (list, { identifier }, context) => {
      const { catalogue, lists } = context.services;
      const { companyId } = await catalogue.getCompany(identifier);
      return lists.members.explain(callerOf(context), list, companyId);
    },
  }),
  changes: t.field({
    type: ChangesRef,
    complexity: pagePrice(STANDARD_PAGE, POINTS.changes),
    description:
      'Companies that entered or left the list since an earlier materialization. The last 30 are kept. Free.',
    args: {
      sinceMaterialization: t.arg.id({
        required: true,
        description: 'Id of a materialization of this list.',
      }),
      first: t.arg.int({
        description: 'Maximum number of companies to return of each kind: 1 to 1000, default 100.',
      }),
    },
    resolve: (list, { sinceMaterialization, first }, context) => {
      const { limit } = toPage({ first }, STANDARD_PAGE);
      const since = Number(sinceMaterialization);
      return context.services.lists.members.changes(callerOf(context), list, since, limit);
    },
  }),
}));
