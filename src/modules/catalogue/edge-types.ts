import { FREE } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import { type Connection, defineConnection, preparePage } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { defineNodes } from '../../graphql/nodes.ts';
import type { PageArguments, PageBounds, PageWindow } from '../../lib/page.ts';
import type { Company, DetectedTechnology, Partnership, Technology } from './company.ts';
import { PARTNERSHIPS } from './edge-queries.ts';
import type { CatalogueLoaders } from './loaders.ts';
import type { CompaniesByAge, CompaniesByPeriod, CountedTechnology } from './technology-queries.ts';

const CompaniesByAgeRef = innerType<CompaniesByAge>('CompaniesByAge', {
  description:
    'Numbers of companies by the age of their evidence, in days before the newest observation of the catalogue.',
  fields: (t) => ({
    days30: t.field({ type: 'SafeInt', description: 'Within 30 days.', resolve: (counts) => counts[30] }),
    days90: t.field({ type: 'SafeInt', description: 'Within 90 days.', resolve: (counts) => counts[90] }),
    days180: t.field({ type: 'SafeInt', description: 'Within 180 days.', resolve: (counts) => counts[180] }),
    days365: t.field({ type: 'SafeInt', description: 'Within 365 days.', resolve: (counts) => counts[365] }),
  }),
});

const CompaniesByPeriodRef = innerType<CompaniesByPeriod>('CompaniesByPeriod', {
  description:
    'Numbers of companies by period, in days before the newest observation of the catalogue. A net number can be negative.',
  fields: (t) => ({
    days90: t.field({ type: 'SafeInt', description: 'Within 90 days.', resolve: (counts) => counts[90] }),
    days180: t.field({ type: 'SafeInt', description: 'Within 180 days.', resolve: (counts) => counts[180] }),
    days365: t.field({ type: 'SafeInt', description: 'Within 365 days.', resolve: (counts) => counts[365] }),
  }),
});

export const TechnologyRef = builder.objectRef<Technology>('Technology');

defineNodes<Technology>(TechnologyRef, (ids, { loaders }) =>
  Promise.all(ids.map((id) => loaders.technology.load(id))),
);

builder.node(TechnologyRef, {
  description: 'A technology of the catalogue.',
  extensions: inheritsAccess,
  id: { resolve: ({ technologyId }) => technologyId, description: 'Global id, for `node`.' },
  isTypeOf: (value): value is Technology =>
    typeof value === 'object' && value !== null && 'technologyId' in value,
  fields: (t) => ({
    techKey: t.exposeString('techKey', { description: 'Key of the technology, as filters take it.' }),
    displayName: t.exposeString('displayName', { description: 'Name of the technology, for people.' }),
    category: t.exposeString('category', { nullable: true, description: 'Category; null when unknown.' }),
    companyCount: t.field({
      type: 'SafeInt',
      description: 'Number of companies at which the technology was ever detected.',
      resolve: (technology, _args, context) => countCompanies(technology, context),
    }),
    adopted: t.field({
      type: CompaniesByAgeRef,
      description: 'Companies that adopted the technology, by period.',
      resolve: async ({ technologyId }, _args, { loaders }) =>
        (await loaders.technologyAges.load(technologyId)).adopted,
    }),
    dropped: t.field({
      type: CompaniesByAgeRef,
      description: 'Companies that dropped the technology: not seen within this number of days.',
      resolve: async ({ technologyId }, _args, { loaders }) =>
        (await loaders.technologyAges.load(technologyId)).dropped,
    }),
    droppedWithin: t.field({
      type: CompaniesByPeriodRef,
      // Read with the other numbers.
      price: FREE,
      description:
        'Companies that dropped the technology within the period: last seen in it, and not within 30 days.',
      resolve: async ({ technologyId }, _args, { loaders }) =>
        (await loaders.technologyAges.load(technologyId)).droppedWithin,
    }),
    net: t.field({
      type: CompaniesByPeriodRef,
      // Read with the other numbers.
      price: FREE,
      description:
        'Companies that adopted the technology within the period, less those that dropped it in it.',
      resolve: async ({ technologyId }, _args, { loaders }) =>
        (await loaders.technologyAges.load(technologyId)).net,
    }),
  }),
});

/** Returns the count that was read with the technology, or loads it with those of the others on its page. */
async function countCompanies(
  technology: Technology & Partial<CountedTechnology>,
  { loaders }: Context,
): Promise<number> {
  const { companyCount, technologyId } = technology;
  return companyCount ?? (await loaders.technology.load(technologyId))?.companyCount ?? 0;
}

export const PartnershipRef = innerType<Partnership>('Partnership', {
  description: 'A partner of a company. Observations from both sides are merged.',
  fields: (t) => ({
    partnerName: t.exposeString('partnerName', {
      description: 'Name of the partner, from its own record.',
    }),
    partnerDomain: t.exposeString('partnerDomain', { description: 'Primary domain of the partner.' }),
    partnerSlug: t.exposeString('partnerSlug', {
      description: 'Slug of the partner. `partner` has all other data.',
    }),
    firstObservedAt: t.expose('firstObservedAt', {
      type: 'DateTime',
      description: 'Time of the earliest observation from either side.',
    }),
    lastObservedAt: t.expose('lastObservedAt', {
      type: 'DateTime',
      description: 'Time of the latest observation from either side.',
    }),
    observationCount: t.expose('observationCount', {
      type: 'SafeInt',
      description: 'Number of observations from both sides.',
    }),
    category: t.exposeString('category', { nullable: true, description: 'Reserved; always null.' }),
    description: t.exposeString('description', { nullable: true, description: 'Reserved; always null.' }),
  }),
});

export const DetectionRef = innerType<DetectedTechnology>('Detection', {
  description: 'A technology that was detected at a company.',
  fields: (t) => ({
    techKey: t.exposeString('techKey', { description: 'Key of the technology, as filters take it.' }),
    displayName: t.exposeString('displayName', { description: 'Name of the technology, for people.' }),
    category: t.exposeString('category', {
      nullable: true,
      description: 'Category of the technology; null when unknown.',
    }),
    detectionCount: t.expose('detectionCount', {
      type: 'SafeInt',
      description: 'Number of detections of the technology at this company.',
    }),
    firstSeen: t.expose('firstSeen', {
      type: 'DateTime',
      description: 'Time of the earliest detection at this company.',
    }),
    lastSeen: t.expose('lastSeen', {
      type: 'DateTime',
      description: 'Time of the latest detection at this company.',
    }),
  }),
});

const detectionOf = ({ node }: { node: object }) => node as DetectedTechnology;

export const TechnologyConnection = defineConnection(
  'CompanyTechnology',
  'a technology of a company',
  TechnologyRef,
  {
    forwardsOnly: 'Pages are read forwards only, because one page can hold all technologies of a company.',
    edgeFields: (t) => ({
      detectionCount: t.field({
        type: 'SafeInt',
        description: 'Number of detections of the technology at this company.',
        resolve: (edge) => detectionOf(edge).detectionCount,
      }),
      firstSeen: t.field({
        type: 'DateTime',
        description: 'Time of the earliest detection at this company.',
        resolve: (edge) => detectionOf(edge).firstSeen,
      }),
      lastSeen: t.field({
        type: 'DateTime',
        description: 'Time of the latest detection at this company.',
        resolve: (edge) => detectionOf(edge).lastSeen,
      }),
    }),
  },
);
export const PartnershipConnection = defineConnection(
  'CompanyPartnership',
  'a partner of a company',
  PartnershipRef,
  {
    deferred: true,
    forwardsOnly: 'Pages are read forwards only, because one page can hold all partners of a company.',
  },
);

export const PartnershipAccessEnum = defineEnum('PartnershipAccess', {
  description: "Whether the caller's organization may read partners.",
  values: {
    OPEN: 'Partners are shown, or the company has none.',
    LOCKED:
      'Partners are not shown. `enrichPartnerships` and `exportList` unlock a company for 30 days and cost one credit each.',
  },
}).type;
type PartnershipAccess = typeof PartnershipAccessEnum.$inferType;

builder.objectField(PartnershipConnection, 'access', (t) =>
  t.field({
    type: PartnershipAccessEnum,
    description:
      'LOCKED, without edges, until the organization unlocks the company. OPEN for unlocked companies and for companies without partners. `totalCount` is exact in both cases. Reading `access` costs no credits.',
    resolve: (page) => (page as PartnershipPage).access,
  }),
);

/** A page of a company's partners. Edges and access are read only when selected; the total needs no statement. */
export class PartnershipPage implements Connection<Partnership> {
  readonly #company: Company;
  readonly #loaders: CatalogueLoaders;
  readonly #open: () => Promise<Connection<Partnership>>;
  #page: Promise<Connection<Partnership>> | undefined;
  /** Null when the company is locked. */
  #partners: Promise<readonly Partnership[] | null> | undefined;

  /** @throws Fault validation_error */
  constructor(company: Company, args: PageArguments, bounds: PageBounds, loaders: CatalogueLoaders) {
    this.#company = company;
    this.#loaders = loaders;
    this.#open = preparePage(args, {
      scope: ['partnerships', company.companyId],
      bounds,
      order: PARTNERSHIPS.order,
      keyOf: PARTNERSHIPS.keyOf,
      read: (window) => this.#load(window),
      countAll: () => this.countAll(),
    });
  }

  get access(): PartnershipAccess | Promise<PartnershipAccess> {
    const { unlocked } = this.#loaders;
    if (!unlocked || this.#company.partnershipCount === 0) return 'OPEN';
    return this.#isOpen(unlocked).then((isOpen) => (isOpen ? 'OPEN' : 'LOCKED'));
  }

  get edges() {
    return this.#read().then(({ edges }) => edges);
  }

  get pageInfo() {
    return this.#read().then(({ pageInfo }) => pageInfo);
  }

  countAll(): number {
    return this.#company.partnershipCount;
  }

  /**
   * Tells whether the company is unlocked. If the edges are selected too, their statement decides, so that both agree
   * even when the company is unlocked meanwhile. It waits a tick, in which all fields of the page are resolved.
   */
  async #isOpen(unlocked: NonNullable<CatalogueLoaders['unlocked']>): Promise<boolean> {
    await Promise.resolve();
    return this.#partners ? (await this.#partners) !== null : unlocked.load(this.#company.companyId);
  }

  #read(): Promise<Connection<Partnership>> {
    this.#page ??= this.#open();
    return this.#page;
  }

  async #load(window: PageWindow): Promise<readonly Partnership[]> {
    const { companyId, partnershipCount } = this.#company;
    if (partnershipCount === 0) return [];
    const partners = this.#loaders.partnershipSlice.load({ companyId, ...window });
    this.#partners ??= partners;
    return (await partners) ?? [];
  }
}
