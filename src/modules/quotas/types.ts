import { innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import type { QuotaName } from './quotas.ts';
import type { QuotaReader, QuotaState } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    quotas: QuotaReader;
  }
}

const quotaNames = defineEnum<QuotaName>('QuotaName', {
  description: 'Name of a quota. The error QUOTA_EXCEEDED states it in lower case.',
  values: {
    lists: 'Number of lists of the organization.',
    definition_bytes: 'Bytes of all definitions of the organization, all lists and versions together.',
    list_domains:
      'Number of domains of one list, added and excluded together. Each list has a separate quota, so `used` has no value.',
    list_views:
      'Number of views of one list, and of the views of one person in it. Each has a separate quota, so `used` has no value.',
    watched_lists: 'Number of watched lists of the organization.',
    export_bytes:
      'Bytes of the members of all downloadable exports of the organization. Exports of a list with equal members count once.',
    flags: 'Number of flags of the organization that await review.',
    keys: "Number of active keys of one owner. `used` counts the keys of the requesting key's owner.",
    passkeys: "Number of passkeys of one person. `used` counts the caller's passkeys.",
    replay_log_bytes: 'Bytes of the replay log: stored responses to Idempotency-Keys of the organization.',
    webhooks: 'Number of webhooks of the organization.',
    catalogue_fields: 'Number of fields that operators have declared for everybody.',
    own_fields: 'Number of fields that the organization has declared.',
    field_values: "Values in the organization's own fields: one for each field of a company.",
    job_bytes:
      'Bytes of the files of all jobs of the organization, decompressed. They count while they arrive.',
    import_bytes:
      'Bytes of import files of the whole installation that wait, with their rejected rows. `used` has no value.',
    drafts: "Number of drafts of one person. `used` counts the caller's drafts.",
  },
});

export const QuotaRef = innerType<QuotaState>('Quota', {
  description: 'Limit on what may be stored. A request that would exceed it is refused.',
  fields: (t) => ({
    quota: t.field(quotaNames.field('Name of the quota, as in an error.', ({ quota }: QuotaState) => quota)),
    limit: t.expose('limit', {
      type: 'SafeInt',
      nullable: true,
      description: 'Limit, a whole number. Null: no limit.',
    }),
    used: t.expose('used', {
      type: 'SafeInt',
      nullable: true,
      description: 'Amount in use, a whole number. Null where each object has a separate quota.',
    }),
  }),
});
