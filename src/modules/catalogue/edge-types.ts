import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { type Connection, defineConnection, toConnection } from '../../graphql/connection.ts';
import type { Page } from '../../graphql/cursors.ts';
import type { Company, DetectedTechnology, Partnership } from './company.ts';
import type { CatalogueLoaders } from './loaders.ts';

const TechnologyRef = builder.objectRef<DetectedTechnology>('Technology').implement({
  description: 'A technology as detected at a company.',
  extensions: inheritsAccess,
  fields: (t) => ({
    techKey: t.exposeString('techKey', { description: 'The key of the technology, as filters take it.' }),
    displayName: t.exposeString('displayName', { description: 'The name to show.' }),
    category: t.exposeString('category', { nullable: true, description: 'The category, where known.' }),
    detectionCount: t.exposeInt('detectionCount', { description: 'How often it was detected here.' }),
    firstSeen: t.expose('firstSeen', { type: 'DateTime', description: 'The earliest detection.' }),
    lastSeen: t.expose('lastSeen', { type: 'DateTime', description: 'The latest detection.' }),
  }),
});

export const PartnershipRef = builder.objectRef<Partnership>('Partnership');

PartnershipRef.implement({
  description: 'A partner of a company. What both sides observed is merged into one.',
  extensions: inheritsAccess,
  fields: (t) => ({
    partnerName: t.exposeString('partnerName', { description: 'The name of the partner.' }),
    partnerDomain: t.exposeString('partnerDomain', { description: 'The primary domain of the partner.' }),
    partnerSlug: t.exposeString('partnerSlug', { description: 'The slug of the partner.' }),
    firstObservedAt: t.expose('firstObservedAt', {
      type: 'DateTime',
      description: 'The earliest observation from either side.',
    }),
    lastObservedAt: t.expose('lastObservedAt', {
      type: 'DateTime',
      description: 'The latest observation from either side.',
    }),
    observationCount: t.exposeInt('observationCount', { description: 'Observations from both sides.' }),
    category: t.exposeString('category', { nullable: true, description: 'Reserved; always null.' }),
    description: t.exposeString('description', { nullable: true, description: 'Reserved; always null.' }),
  }),
});

export const TechnologyConnection = defineConnection(
  'CompanyTechnology',
  'a technology of a company',
  TechnologyRef,
);
export const PartnershipConnection = defineConnection(
  'CompanyPartnership',
  'a partner of a company',
  PartnershipRef,
  true,
);

export const PartnershipAccessEnum = builder.enumType('PartnershipAccess', {
  description: "Whether the caller's organization may read partners.",
  values: {
    OPEN: { description: 'Partners are shown, or there are none.' },
    LOCKED: {
      description:
        'Partners are not shown. `enrichPartnerships` or `exportList` unlocks a company for 30 days, for one credit.',
    },
  } as const,
});
export type PartnershipAccess = typeof PartnershipAccessEnum.$inferType;

builder.objectField(PartnershipConnection, 'access', (t) =>
  t.field({
    type: PartnershipAccessEnum,
    description:
      'LOCKED, with no edges, while the organization has not unlocked the company; OPEN for a company without partners. `totalCount` is right in both cases. Reading it is free.',
    resolve: (page) => (page as PartnershipPage).access,
  }),
);

/** A page of a company's partners. It reads only what a query selects: the total takes no statement. */
export class PartnershipPage implements Connection<Partnership> {
  readonly #company: Company;
  readonly #page: Page;
  readonly #loaders: CatalogueLoaders;
  /** Null: the company is locked. */
  #nodes: Promise<readonly Partnership[] | null> | undefined;

  constructor(company: Company, page: Page, loaders: CatalogueLoaders) {
    this.#company = company;
    this.#page = page;
    this.#loaders = loaders;
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
   * Where the page is read as well, its statement tells: access and edges agree, whatever is unlocked meanwhile. The
   * fields of an object are resolved in one go, so that after it everybody has asked.
   */
  async #isOpen(unlocked: NonNullable<CatalogueLoaders['unlocked']>): Promise<boolean> {
    await Promise.resolve();
    return this.#nodes ? (await this.#nodes) !== null : unlocked.load(this.#company.companyId);
  }

  async #read(): Promise<Connection<Partnership>> {
    const { companyId, partnershipCount } = this.#company;
    const countAll = () => partnershipCount;
    this.#nodes ??=
      partnershipCount === 0
        ? Promise.resolve([])
        : this.#loaders.partnershipSlice.load({ companyId, ...this.#page });
    const nodes = await this.#nodes;
    if (nodes === null) return toConnection<Partnership>([], { ...this.#page, offset: 0 }, false, countAll);
    return toConnection(nodes, this.#page, this.#page.offset + nodes.length < partnershipCount, countAll);
  }
}
