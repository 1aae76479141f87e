import { builder, innerType } from '../../graphql/builder.ts';
import type { CatalogueState } from './service.ts';

const CatalogueRef = innerType<CatalogueState>('Catalogue', {
  description: 'Size and freshness of the catalogue, which all organizations share. The counts are exact.',
  fields: (t) => ({
    companyCount: t.exposeInt('companyCount', { description: 'Number of companies that filters can match.' }),
    technologyCount: t.exposeInt('technologyCount', {
      description: 'Number of technologies, including those that were detected nowhere.',
    }),
    detectionCount: t.exposeInt('detectionCount', {
      description: 'Number of pairs of a company and a technology that was detected there.',
    }),
    partnershipCount: t.exposeInt('partnershipCount', {
      description:
        'Number of pairs of companies that are partners. A pair counts once, whichever side observed it.',
    }),
    asOf: t.expose('asOf', {
      type: 'DateTime',
      nullable: true,
      description:
        'Newest observation in the catalogue. Evidence windows and tiers count back from it. Null without observations.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the catalogue last changed, or its index was rebuilt. Null while it was never filled.',
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
