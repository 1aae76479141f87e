import { EACH } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { defineEnum, toEnumValue } from '../../graphql/enums.ts';
import { payload, update } from '../../graphql/mutation.ts';
import { ViewerRef } from '../access/schema.ts';
import type { DigestFrequency } from './queries.ts';
import type { DigestSetting, Digests } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    digests: Digests;
  }
}

const frequencies = defineEnum<DigestFrequency>('DigestFrequency', {
  description: 'How often a person gets a mail about their watched lists.',
  values: { none: 'Never.', daily: 'Once a day.', weekly: 'Once a week.' },
});

const DigestRef = innerType<DigestSetting>('Digest', {
  description:
    'Mails about companies that entered and left the watched lists that the caller can see. Nothing is mailed when nothing changed.',
  fields: (t) => ({
    frequency: t.field(
      frequencies.field('How often the caller gets a mail.', ({ frequency }: DigestSetting) => frequency),
    ),
    nextAt: t.expose('nextAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next mail is due; null if no mail is wanted.',
    }),
    mailed: t.exposeBoolean('isMailed', {
      description: 'Whether the service has a mail server. Without one, no digest is sent.',
    }),
  }),
});

builder.objectField(ViewerRef, 'digest', (t) =>
  t.withAuth({ userKey: true }).field({
    type: DigestRef,
    price: EACH,
    description: 'Mails that the caller gets about watched lists. Needs a personal key.',
    resolve: (_viewer, _args, { user, services }) => services.digests.find(user),
  }),
);

update('updateDigest', {
  description:
    'Sets how often the caller gets a mail about the watched lists that they can see. The first mail comes after a whole period.',
  takes: 'New frequency.',
  clears: [],
  input: (t) => ({
    frequency: t.field({ type: frequencies.type, description: 'How often the caller gets a mail.' }),
  }),
  payload: payload<DigestSetting>((t) => ({
    digest: t.field({
      type: DigestRef,
      description: 'Setting after the change.',
      resolve: (digest) => digest,
    }),
  })),
  resolve: ({ frequency }, { user, services }) =>
    services.digests.set(user, frequency === undefined ? undefined : toEnumValue(frequency)),
});
