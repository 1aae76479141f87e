import { POINTS, pagePrice } from '../../graphql/analysis/prices.ts';
import { builder } from '../../graphql/builder.ts';
import {
  backwardArguments,
  cursorArguments,
  defineConnection,
  numberedPageArguments,
  readPage,
} from '../../graphql/connection.ts';
import { defineEnum, toEnumValue } from '../../graphql/enums.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { CompanyRef } from './company-type.ts';
import type { TechnologyOrder } from './technology-queries.ts';
import { TechnologyRef } from './technology-type.ts';

const technologyOrders = defineEnum<TechnologyOrder>('TechnologyOrder', {
  description: 'Numbers of companies by which technologies can be sorted.',
  values: {
    companies: 'Companies at which the technology was ever detected.',
    adopted_90: 'Companies at which it was first seen within 90 days.',
    dropped_90: 'Companies at which it was detected, and was not seen within 90 days.',
  },
});

const TechnologyConnection = defineConnection('Technology', 'a technology', TechnologyRef);
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
  technologies: t.field({
    type: TechnologyConnection,
    price: pagePrice(STANDARD_PAGE, POINTS.search),
    description:
      'Technologies of the catalogue, the largest number first; those with equal numbers by name. Any key may read them.',
    authScopes: { anyKey: true },
    args: {
      search: t.arg.string({
        description: 'Returns only technologies whose key or name contains this text, in any case.',
      }),
      orderBy: t.arg({
        type: technologyOrders.type,
        defaultValue: 'COMPANIES',
        description: 'Number by which technologies are sorted.',
      }),
      ...numberedPageArguments,
    },
    resolve: (_root, { search, orderBy, ...args }, { services: { catalogue } }) =>
      readPage(args, {
        read: (page) => catalogue.findTechnologies(search ?? '', toEnumValue(orderBy ?? 'COMPANIES'), page),
        countAll: () => catalogue.countTechnologies(search ?? ''),
      }),
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
