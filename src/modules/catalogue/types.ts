import { edgeListPrice, edgesPrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { cursorArguments, firstOf, readPage } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { defineNodes } from '../../graphql/nodes.ts';
import { Fault } from '../../lib/fault.ts';
import { firstRows, toLimit } from '../../lib/page.ts';
import { COLUMNS_OF, type Company } from './company.ts';
import { TECHNOLOGIES } from './edge-queries.ts';
import {
  DetectionRef,
  PartnershipConnection,
  PartnershipPage,
  PartnershipRef,
  TechnologyConnection,
} from './edge-types.ts';
import type { CatalogueLoaders } from './loaders.ts';
import type { CatalogueService } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    catalogue: CatalogueService;
  }
  interface Context {
    loaders: CatalogueLoaders;
  }
}

/** Large enough for a page with all technologies or partners of a company, which are a few thousand at most. */
const EDGE_PAGE = { defaultLimit: 100, maxLimit: 10_000 };
const edgeArguments = cursorArguments(EDGE_PAGE);

const Firmographics = innerType<Company>('Firmographics', {
  description: 'Facts about a company as a business. Unknown values are null.',
});

export const CompanyRef = builder.objectRef<Company>('Company');

defineNodes<Company>(CompanyRef, (ids, { loaders }) =>
  Promise.all(ids.map((id) => loaders.company.load(id))),
);

/** Loads companies by id. Those that are not in the catalogue are left out. */
export async function loadCompanies({ loaders }: Context, ids: readonly number[]): Promise<Company[]> {
  const companies = await Promise.all(ids.map((id) => loaders.company.load(id)));
  return companies.filter((company) => company !== null);
}

/**
 * Loads a company that a row of the catalogue refers to, such as a partner or a member.
 *
 * @throws Fault unavailable if an import deleted it after the row was read.
 */
export async function loadCompany({ loaders }: Context, companyId: number): Promise<Company> {
  const company = await loaders.company.load(companyId);
  if (company) return company;
  const message = `The catalogue changed while company ${companyId} was read. Send the request again.`;
  throw new Fault('unavailable', message, { details: { retry_after: 1 } });
}

builder.node(CompanyRef, {
  description: 'A company of the catalogue.',
  extensions: inheritsAccess,
  id: { resolve: (company) => company.companyId, description: 'Global id, for `node`.' },
  isTypeOf: (value): value is Company =>
    typeof value === 'object' && value !== null && 'primaryDomain' in value,
  fields: (t) => ({
    companyId: t.exposeInt('companyId', { description: 'Numeric id; `company_id` in REST.' }),
    domains: t.exposeStringList('domains', {
      description:
        'All domains in A-labels, the primary one first. An import states at most 10,000; a merge adds the domains of the other company.',
    }),
    investors: t.exposeStringList('investors', {
      description:
        'Names of the investors. An import states at most 10,000; a merge adds the investors of the other company.',
    }),
    firmographics: t.field({
      type: Firmographics,
      description: 'Facts about the company as a business.',
      resolve: (company) => company,
    }),
    technologies: t.field({
      type: TechnologyConnection,
      price: edgesPrice(EDGE_PAGE),
      description: 'Technologies detected at the company, the most detections first.',
      args: edgeArguments,
      resolve: ({ companyId, technologyCount }, args, { loaders }) =>
        readPage(args, {
          scope: ['technologies', companyId],
          bounds: EDGE_PAGE,
          order: TECHNOLOGIES.order,
          keyOf: TECHNOLOGIES.keyOf,
          read: (window) => loaders.technologySlice.load({ companyId, ...window }),
          countAll: () => technologyCount,
        }),
    }),
    detections: t.field({
      type: [DetectionRef],
      price: edgeListPrice(EDGE_PAGE),
      extensions: { isRowList: true },
      description:
        'Technologies detected at the company as a plain list, the most detections first. `technologies` has the same with cursors. A list costs as much as a page of its size.',
      args: { first: t.arg.int(firstOf(EDGE_PAGE, 'Maximum number of detections')) },
      resolve: ({ companyId }, { first }, { loaders }) =>
        loaders.technologySlice.load({ companyId, ...firstRows(toLimit(first, EDGE_PAGE)) }),
    }),
    partnerships: t.field({
      type: PartnershipConnection,
      price: edgesPrice(EDGE_PAGE),
      description:
        'Partners of the company, observed from either side, latest observation first. No edges while `access` is LOCKED. Reading partners costs no credits.',
      args: edgeArguments,
      resolve: (company, args, { loaders }) => new PartnershipPage(company, args, EDGE_PAGE, loaders),
    }),
  }),
});

builder.objectField(PartnershipRef, 'partner', (t) =>
  t.field({
    type: CompanyRef,
    description:
      'Company that is the partner. Its own partners stay locked until the organization unlocks it, too.',
    resolve: ({ partnerId }, _args, context) => loadCompany(context, partnerId),
  }),
);

for (const ref of [CompanyRef, Firmographics]) {
  builder.objectFields(ref, (t) =>
    Object.fromEntries(
      COLUMNS_OF[ref.name as keyof typeof COLUMNS_OF].map(({ key, type, description, imported }) => {
        // Pothos infers one type for all fields: that of a fact.
        const options = { nullable: (imported !== undefined) as true, description };
        if (type !== 'integer') return [key, t.exposeString(key as 'industry', options)];
        // What an import does not give is counted.
        const scalar = imported === undefined ? 'SafeInt' : 'Int';
        return [key, t.expose(key as 'foundedYear', { ...options, type: scalar })];
      }),
    ),
  );
}
