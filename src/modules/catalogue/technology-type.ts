import { builder, inheritsAccess, innerType } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { defineNodes } from '../../graphql/nodes.ts';
import type { Technology } from './company.ts';
import type { CompaniesByAge, CountedTechnology } from './technology-queries.ts';

const CompaniesByAgeRef = innerType<CompaniesByAge>('CompaniesByAge', {
  description:
    'Numbers of companies by the age of their evidence, in days before the newest observation of the catalogue.',
  fields: (t) => ({
    days30: t.int({ description: 'Within 30 days.', resolve: (counts) => counts[30] }),
    days90: t.int({ description: 'Within 90 days.', resolve: (counts) => counts[90] }),
    days180: t.int({ description: 'Within 180 days.', resolve: (counts) => counts[180] }),
    days365: t.int({ description: 'Within 365 days.', resolve: (counts) => counts[365] }),
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
    companyCount: t.int({
      description: 'Number of companies at which the technology was ever detected.',
      resolve: (technology, _args, context) => countCompanies(technology, context),
    }),
    adopted: t.field({
      type: CompaniesByAgeRef,
      description: 'Companies at which the technology was first seen within the days.',
      resolve: async ({ technologyId }, _args, { loaders }) =>
        (await loaders.technologyAges.load(technologyId)).adopted,
    }),
    dropped: t.field({
      type: CompaniesByAgeRef,
      description: 'Companies at which the technology was detected, and was not seen within the days.',
      resolve: async ({ technologyId }, _args, { loaders }) =>
        (await loaders.technologyAges.load(technologyId)).dropped,
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
