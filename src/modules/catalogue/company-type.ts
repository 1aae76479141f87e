import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { toConnection } from '../../graphql/connection.ts';
import { toPage } from '../../graphql/cursors.ts';
import { defineNodes } from '../../graphql/nodes.ts';
import { edgesPrice } from '../../graphql/prices.ts';
import type { Company } from './company.ts';
import { PartnershipConnection, PartnershipPage, TechnologyConnection } from './edge-types.ts';

/** A company has at most a few thousand technologies or partners: one page may hold them all. */
const EDGE_PAGE = { defaultLimit: 100, maxLimit: 10_000 };
const FIRST = 'How many: 1 to 10000, 100 unless given.';
const AFTER = 'The cursor after which to go on.';

const Firmographics = builder.objectRef<Company>('Firmographics').implement({
  description: 'What is known of a company as a business. Unknown values are null.',
  extensions: inheritsAccess,
  fields: (t) => ({
    industry: t.exposeString('industry', {
      nullable: true,
      description: 'The industry as the source names it.',
    }),
    employeeRange: t.exposeString('employeeRange', {
      nullable: true,
      description: 'One of 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000, 10001+.',
    }),
    country: t.exposeString('country', { nullable: true, description: 'ISO 3166-1 alpha-2.' }),
    foundedYear: t.exposeInt('foundedYear', { nullable: true, description: 'The year of founding.' }),
    technologyCount: t.exposeInt('technologyCount', { description: 'Distinct technologies detected.' }),
    investorCount: t.exposeInt('investorCount', { description: 'Distinct investors.' }),
    domainCount: t.exposeInt('domainCount', { description: 'Domains, the primary one included.' }),
  }),
});

export const CompanyRef = builder.objectRef<Company>('Company');

defineNodes<Company>(
  CompanyRef,
  ({ companyId }) => companyId,
  async (ids, { loaders }) => {
    const found = await loaders.company.loadMany(ids);
    return found.flatMap((company) => {
      if (company instanceof Error) throw company;
      return company ?? [];
    });
  },
);

builder.node(CompanyRef, {
  description: 'A tracked company.',
  extensions: inheritsAccess,
  id: { resolve: (company) => company.companyId, description: 'The global id of the company.' },
  isTypeOf: (value): value is Company =>
    typeof value === 'object' && value !== null && 'primaryDomain' in value,
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'The id that REST shows as company_id.' }),
    name: t.exposeString('name', { description: 'The name of the company.' }),
    slug: t.exposeString('slug', { description: 'A name for addresses; never changes, holds no dot.' }),
    primaryDomain: t.exposeString('primaryDomain', { description: 'The main domain of the website.' }),
    partnershipCount: t.exposeInt('partnershipCount', { description: 'Distinct partners.' }),
    domains: t.exposeStringList('domains', { description: 'Every domain, the primary one first.' }),
    investors: t.exposeStringList('investors', { description: 'Names of the investors.' }),
    firmographics: t.field({
      type: Firmographics,
      description: 'What is known of the company as a business.',
      resolve: (company) => company,
    }),
    technologies: t.field({
      type: TechnologyConnection,
      complexity: edgesPrice(EDGE_PAGE),
      description: 'Technologies detected at the company, most detections first.',
      args: { first: t.arg.int({ description: FIRST }), after: t.arg.string({ description: AFTER }) },
      resolve: async ({ companyId, technologyCount }, args, { loaders }) => {
        const page = toPage(args, EDGE_PAGE);
        const nodes = await loaders.technologySlice.load({ companyId, ...page });
        const hasNext = page.offset + nodes.length < technologyCount;
        return toConnection(nodes, page, hasNext, () => technologyCount);
      },
    }),
    partnerships: t.field({
      type: PartnershipConnection,
      complexity: edgesPrice(EDGE_PAGE),
      description:
        'Partners of the company, seen from either side, latest observation first. Empty while `access` is LOCKED. Never charges.',
      args: { first: t.arg.int({ description: FIRST }), after: t.arg.string({ description: AFTER }) },
      resolve: (company, args, { loaders }) => new PartnershipPage(company, toPage(args, EDGE_PAGE), loaders),
    }),
  }),
});
