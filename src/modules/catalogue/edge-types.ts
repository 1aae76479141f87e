import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { defineConnection } from '../../graphql/connection.ts';
import type { DetectedTechnology, Partnership } from './company.ts';

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
);
