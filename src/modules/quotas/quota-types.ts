import { builder, inheritsAccess } from '../../graphql/builder.ts';
import type { QuotaReader, QuotaState } from './quota-reader.ts';
import type { QuotaName } from './quotas.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    quotas: QuotaReader;
  }
}

const QuotaNameEnum = builder.enumType('QuotaName', {
  description: 'Name of a quota. The error QUOTA_EXCEEDED states it in lower case.',
  values: {
    LISTS: { description: 'Number of lists of the organization.' },
    DEFINITION_BYTES: {
      description: 'Bytes of all definitions of the organization, all lists and versions together.',
    },
    LIST_DOMAINS: {
      description:
        'Number of domains of one list, added and excluded together. Each list has a separate quota, so `used` is null.',
    },
    KEYS: {
      description:
        'Number of active keys of one owner. `used` counts those of the owner of the requesting key.',
    },
    REPLAY_LOG_BYTES: {
      description: 'Bytes of the replay log: stored responses to Idempotency-Keys of the organization.',
    },
  } as const,
});

const NAMES = {
  lists: 'LISTS',
  definition_bytes: 'DEFINITION_BYTES',
  list_domains: 'LIST_DOMAINS',
  keys: 'KEYS',
  replay_log_bytes: 'REPLAY_LOG_BYTES',
} as const satisfies Record<QuotaName, string>;

export const QuotaRef = builder.objectRef<QuotaState>('Quota').implement({
  description: 'Limit on what may be stored. A request that would exceed it is refused with QUOTA_EXCEEDED.',
  extensions: inheritsAccess,
  fields: (t) => ({
    quota: t.field({
      type: QuotaNameEnum,
      description: 'Name of the quota, as in QUOTA_EXCEEDED.',
      resolve: ({ quota }) => NAMES[quota],
    }),
    limit: t.exposeFloat('limit', {
      nullable: true,
      description: 'Limit, a whole number. Null: no limit.',
    }),
    used: t.exposeFloat('used', {
      nullable: true,
      description: 'Amount in use, a whole number. Null where each object has a separate quota.',
    }),
  }),
});
