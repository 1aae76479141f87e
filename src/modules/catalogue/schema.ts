import { POINTS, pagePrice } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import { backwardArguments, cursorArguments, defineConnection, readPage } from '../../graphql/connection.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { CompanyRef } from './company-type.ts';
import { TechnologyRef } from './technology-type.ts';

const CompanyConnection = defineConnection('Company', 'a company', CompanyRef);

builder.queryFields((t) => ({
  company: t.field({
    type: CompanyRef,
    description:
      'Finds a company by domain or slug. The slug of a company that was merged finds the survivor. Null with the error COMPANY_NOT_FOUND when it is unknown. Any key may read it.',
    authScopes: { anyKey: true },
    args: {
      identifier: t.arg.string({
        required: true,
        description: 'A domain, which has a dot, in Unicode or in A-labels; or a slug.',
      }),
    },
    resolve: (_root, { identifier }, { services }) => services.catalogue.getCompany(identifier),
  }),
  technology: t.field({
    type: TechnologyRef,
    description:
      'Finds a technology by its key. Null with the error TECHNOLOGY_NOT_FOUND when it is unknown. Any key may read it.',
    authScopes: { anyKey: true },
    args: {
      techKey: t.arg.string({
        required: true,
        description: 'Key of the technology, in the spelling of the field `technology` of filters.',
      }),
    },
    resolve: (_root, { techKey }, { services }) => services.catalogue.getTechnology(techKey),
  }),
  companies: t.field({
    type: CompanyConnection,
    // Every call searches, whatever its arguments.
    price: ({ first, last }) => pagePrice(STANDARD_PAGE, POINTS.search)({ first, last }),
    description:
      'Finds companies whose name or domain contains a text, the best match first. Any key may read them.',
    authScopes: { anyKey: true },
    args: {
      search: t.arg.string({
        required: true,
        description: 'Part of a name or domain, 2 to 100 characters, in any case.',
      }),
      ...cursorArguments(STANDARD_PAGE),
      ...backwardArguments(STANDARD_PAGE),
    },
    resolve: (_root, { search, ...args }, { services: { catalogue } }) =>
      readPage(args, {
        read: (page) => catalogue.search(search, page),
        countAll: () => catalogue.countHits(search),
      }),
  }),
}));
