import { builder } from '../../graphql/builder.ts';
import { defineConnection, toConnection } from '../../graphql/connection.ts';
import { STANDARD_PAGE, toPage } from '../../graphql/cursors.ts';
import { pagePrice } from '../../graphql/prices.ts';
import { CompanyRef } from './company-type.ts';

const CompanyConnection = defineConnection('Company', 'a company', CompanyRef);

builder.queryFields((t) => ({
  company: t.field({
    type: CompanyRef,
    nullable: true,
    description:
      'One company, by domain (anything with a dot) or by slug. An unknown one is the error COMPANY_NOT_FOUND.',
    authScopes: { anyKey: true },
    args: { identifier: t.arg.string({ required: true, description: 'A domain or a slug.' }) },
    resolve: (_root, { identifier }, { services }) => services.catalogue.getCompany(identifier),
  }),
  companies: t.field({
    type: CompanyConnection,
    complexity: pagePrice(STANDARD_PAGE),
    description: 'Companies whose name or domain contains a text, best first.',
    authScopes: { anyKey: true },
    args: {
      search: t.arg.string({
        required: true,
        description: '2 to 100 characters of a name or domain; case is ignored.',
      }),
      first: t.arg.int({ description: 'How many: 1 to 1000, 100 unless given.' }),
      after: t.arg.string({ description: 'The cursor after which to go on.' }),
    },
    resolve: async (_root, { search, first, after }, { services }) => {
      const page = toPage({ first, after }, STANDARD_PAGE);
      const found = await services.catalogue.search(search, { ...page, limit: page.limit + 1 });
      const nodes = found.slice(0, page.limit);
      const countAll = () => services.catalogue.countHits(search);
      return toConnection(nodes, page, found.length > page.limit, countAll);
    },
  }),
}));
