import { POINTS, pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import {
  backwardArguments,
  bothWaysPageArguments,
  cursorArguments,
  defineConnection,
  readPage,
} from '../../graphql/connection.ts';
import { defineOrder } from '../../graphql/order.ts';
import { STANDARD_PAGE } from '../../lib/page.ts';
import { TechnologyRef } from './edge-types.ts';
import { HIT_ORDER, keyOfHit } from './queries.ts';
import type { CatalogueState } from './service.ts';
import { TECHNOLOGY_ORDERS, type TechnologySortField } from './technology-queries.ts';
import { CompanyRef } from './types.ts';

const netText = (days: number) =>
  `Number of companies that adopted the technology within ${days} days, less those that dropped it in them.`;

const technologyOrder = defineOrder<TechnologySortField>('Technology', {
  objects: 'technologies',
  ties: 'Equal ones are ordered by name, then by key, from A on in either direction.',
  usual: 'companies',
  fields: {
    companies: {
      description: 'Number of companies at which the technology was ever detected.',
      direction: 'desc',
    },
    adopted_90: {
      description: 'Number of companies at which the technology was first seen within 90 days.',
      direction: 'desc',
    },
    dropped_90: {
      description: 'Number of companies at which the technology was detected before, but not within 90 days.',
      direction: 'desc',
    },
    net_90: { description: netText(90), direction: 'desc' },
    net_180: { description: netText(180), direction: 'desc' },
    net_365: { description: netText(365), direction: 'desc' },
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
        description: 'Key of the technology, as in the filter field `technology`.',
      }),
    },
    resolve: (_root, { techKey }, { services }) => services.catalogue.getTechnology(techKey),
  }),
  technologies: t.field({
    type: TechnologyConnection,
    price: pagePrice(STANDARD_PAGE, POINTS.search),
    description:
      'Technologies of the catalogue, by default those with the most companies first. Any key may read them.',
    authScopes: { anyKey: true },
    args: {
      search: t.arg.string({
        description: 'Returns only technologies whose key or name contains this text, in any case.',
      }),
      orderBy: t.arg({
        type: technologyOrder.type,
        defaultValue: technologyOrder.defaultValue,
        description: 'Order of the technologies.',
      }),
      ...bothWaysPageArguments,
    },
    resolve: (_root, args, { services: { catalogue } }) => {
      const search = args.search ?? '';
      const order = technologyOrder.read(args.orderBy);
      return readPage(args, {
        scope: ['technologies'],
        order: TECHNOLOGY_ORDERS[order.field][order.direction],
        read: (page) => catalogue.findTechnologies(search, order, page),
        keyOf: ({ sortNumber, nameKey, techKey }) => [sortNumber, nameKey, techKey],
        countAll: () => catalogue.countTechnologies(search),
      });
    },
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
    resolve: (_root, args, { loaders, services: { catalogue } }) =>
      readPage(args, {
        scope: ['companies'],
        order: HIT_ORDER,
        keyOf: keyOfHit,
        read: (page) => catalogue.search(args.search, page),
        load: (hits) => Promise.all(hits.map(({ companyId }) => loaders.company.load(companyId))),
        countAll: () => catalogue.countHits(args.search),
      }),
  }),
}));

const CatalogueRef = innerType<CatalogueState>('Catalogue', {
  description: 'Size and freshness of the catalogue, which all organizations share. The counts are exact.',
  fields: (t) => ({
    companyCount: t.expose('companyCount', {
      type: 'SafeInt',
      description: 'Number of companies that filters can match.',
    }),
    technologyCount: t.expose('technologyCount', {
      type: 'SafeInt',
      description: 'Number of technologies, including technologies without any detection.',
    }),
    detectionCount: t.expose('detectionCount', {
      type: 'SafeInt',
      description: 'Number of detections: pairs of a company and a technology.',
    }),
    partnershipCount: t.expose('partnershipCount', {
      type: 'SafeInt',
      description:
        'Number of pairs of companies that are partners. A pair counts once, whichever side observed it.',
    }),
    asOf: t.expose('asOf', {
      type: 'DateTime',
      nullable: true,
      description:
        'Newest observation in the catalogue. Evidence windows and tiers count back from it. Null if there are no observations.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the catalogue last changed or its index was rebuilt. Null before the first import.',
    }),
    importedAt: t.expose('importedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the last successful import ended, even if it changed nothing. Null before the first import.',
    }),
  }),
});

builder.queryField('catalogue', (t) =>
  t.field({
    type: CatalogueRef,
    description: 'Size and freshness of the catalogue. Any key may read it.',
    authScopes: { anyKey: true },
    resolve: (_root, _args, { services }) => services.catalogue.getState(),
  }),
);
