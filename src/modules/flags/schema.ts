import type { DataFlag } from '../../generated/prisma/client.ts';
import { pagePrice } from '../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../graphql/builder.ts';
import { AFTER_AN_ID, defineConnection, pageArguments, readPageById } from '../../graphql/connection.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { mutationForAnyKey, payload } from '../../graphql/mutation.ts';
import { definePrismaNodes } from '../../graphql/nodes.ts';
import { STANDARD_PAGE, toRowId } from '../../lib/page.ts';
import { ViewerRef } from '../access/schema.ts';
import { CompanyRef } from '../catalogue/types.ts';
import { RESOLUTION_MEANINGS } from './resolutions.ts';
import type { FlagsService } from './service.ts';

export const flagStatuses = defineEnum('FlagStatus', {
  description: 'Progress of the review of a flag.',
  values: {
    queued: 'The flag waits for the data-quality review.',
    resolved: 'The review is complete. A flag is never queued again.',
  },
});

export const flagResolutions = defineEnum('FlagResolution', {
  description: 'Result of the review of a flag.',
  values: RESOLUTION_MEANINGS,
});

declare module '../../graphql/context.ts' {
  interface Services {
    flags: FlagsService;
  }
}

const DataFlagRef = builder.prismaNode('DataFlag', {
  nullable: true,
  description:
    'A report about company data that looks wrong. It changes no data by itself. Users see the flags that they raised with any of their keys. Admins see all flags of the organization, and an organization key sees its own.',
  extensions: inheritsAccess,
  id: { field: 'id', description: 'Global id of the flag.' },
  findUnique: (id, { principal, services }) => ({ id: toRowId(id), AND: services.flags.visible(principal) }),
  fields: (t) => ({
    flagId: t.exposeInt('id', { description: 'Numeric id that REST shows as flag_id.' }),
    companyId: t.exposeInt('companyId', { description: 'Numeric id of the company that was flagged.' }),
    status: t.field(flagStatuses.field('Whether the review is complete.', ({ status }: DataFlag) => status)),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What looks wrong; null if the report did not say.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the flag was raised.' }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the flag was resolved; null while it is queued.',
    }),
    resolution: t.field(
      flagResolutions.nullableField(
        'Result of the review; null while the flag is queued, or if the reviewer gave none.',
        ({ resolution }: DataFlag) => resolution,
      ),
    ),
    note: t.string({
      nullable: true,
      description: 'Note of the reviewer for the reporter; null if there is none.',
      // Earlier releases had no resolutions, and their notes were for colleagues of the reviewer.
      resolve: ({ resolution, note }) => (resolution === null ? null : note),
    }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      description:
        'Flagged company, or the company that it was merged into; null if it is no longer in the catalogue.',
      resolve: (flag, _args, { loaders }) => loaders.company.load(flag.companyId),
    }),
  }),
});

definePrismaNodes<DataFlag>(DataFlagRef, (ids, { principal, services }, query) =>
  services.prisma.dataFlag.findMany({
    ...query,
    where: { AND: [{ id: { in: ids } }, services.flags.visible(principal)] },
  }),
);

builder.objectField(ViewerRef, 'flags', (t) =>
  t.field({
    type: defineConnection('DataFlag', 'a data flag', DataFlagRef, { forwardsOnly: AFTER_AN_ID }),
    price: pagePrice(STANDARD_PAGE),
    description:
      'Data flags that the caller raised, newest first, with the results of their reviews. Admins see all flags of the organization; an organization key sees its own.',
    args: pageArguments,
    resolve: (principal, args, { services: { flags } }) =>
      readPageById(args, {
        scope: ['flags'],
        read: (page) => flags.page(principal, page),
        countAll: () => flags.count(principal),
        idOf: ({ id }) => id,
      }),
  }),
);

mutationForAnyKey('flagCompany', {
  description:
    'Reports company data that looks wrong, outdated, incomplete or mismatched. Free, with any key.',
  takes: 'Company, and what looks wrong.',
  input: (t) => ({
    identifier: t.string({
      required: true,
      description: 'A domain (anything with a dot) or a slug of the company.',
    }),
    description: t.string({
      description: 'What looks wrong: at most 2000 characters after trimming. Blank text counts as omitted.',
    }),
  }),
  payload: payload<{ flag: DataFlag }>((t) => ({
    flag: t.expose('flag', { type: DataFlagRef, description: 'New flag, which is queued for review.' }),
  })),
  resolve: async (input, { principal, services }) => ({
    flag: await services.flags.flagCompany(principal, input.identifier, input.description),
  }),
});
