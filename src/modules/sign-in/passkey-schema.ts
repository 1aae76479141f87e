import { PLAIN_LIST_SIZE } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { mutation, payload } from '../../graphql/mutation.ts';
import { toRowId } from '../../lib/page.ts';
import { ViewerRef } from '../access/schema.ts';
import type { Passkeys, ShownPasskey } from './passkeys.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    passkeys: Passkeys;
  }
}

const PasskeyRef = innerType<ShownPasskey>('Passkey', {
  description:
    'Key pair on a device of a person, who signs in to the console with it. The service has the public half only.',
  fields: (t) => ({
    passkeyId: t.exposeInt('id', {
      description: 'Number of the passkey, for renamePasskey and removePasskey.',
    }),
    name: t.exposeString('name', { description: 'Name that the person gave it, such as the device.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody last signed in with it; null if not yet.',
    }),
  }),
});

builder.objectField(ViewerRef, 'passkeys', (t) =>
  t.withAuth({ userKey: true }).field({
    type: [PasskeyRef],
    price: { field: 50, multiplier: PLAIN_LIST_SIZE },
    description: 'Passkeys of the caller, the oldest first: at most 20.',
    resolve: (_viewer, _args, { user, services }) => services.passkeys.list(user.userId),
  }),
);

const PasskeyOptionsPayload = innerType<{ options: unknown }>('PasskeyOptionsPayload', {
  description: 'Result of passkeyOptions.',
  fields: (t) => ({
    options: t.expose('options', {
      type: 'JSON',
      description:
        '`PublicKeyCredentialCreationOptionsJSON` of Web Authentication. The challenge in it can be answered once, within ten minutes.',
    }),
  }),
});

const NEEDS_SESSION = 'Needs a person who is signed in; API keys are refused with SESSION_REQUIRED';

mutation('addPasskey', {
  description: `Adds a passkey, with which the caller can sign in from now on. ${NEEDS_SESSION}, and so are sessions for which a key was pasted.`,
  takes: 'Passkey to add.',
  input: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the passkey: 1 to 100 characters after trimming.',
    }),
    response: t.field({
      type: 'JSON',
      required: true,
      description:
        'What the browser made of the options of passkeyOptions: `RegistrationResponseJSON` of Web Authentication.',
    }),
  }),
  payload: payload<{ passkey: ShownPasskey }>((t) => ({
    passkey: t.expose('passkey', { type: PasskeyRef, description: 'Passkey that was added.' }),
  })),
  resolve: async ({ name, response }, { user, services }) => ({
    passkey: await services.passkeys.add(user, name, response),
  }),
});

mutation('renamePasskey', {
  description: `Renames a passkey of the caller. The name is for people, and changes nothing else. ${NEEDS_SESSION}.`,
  takes: 'Passkey to rename, and its new name.',
  input: (t) => ({
    passkeyId: t.id({ required: true, description: 'Passkey to rename: the passkeyId of one of your own.' }),
    name: t.string({ required: true, description: 'New name: 1 to 100 characters after trimming.' }),
  }),
  payload: payload<{ passkey: ShownPasskey }>((t) => ({
    passkey: t.expose('passkey', { type: PasskeyRef, description: 'Passkey with its new name.' }),
  })),
  resolve: async ({ passkeyId, name }, { user, services }) => ({
    passkey: await services.passkeys.rename(user, toRowId(passkeyId), name),
  }),
});

mutation('removePasskey', {
  description: `Removes a passkey of the caller: nobody signs in with it any more. Sessions that it opened go on until they are ended. ${NEEDS_SESSION}.`,
  takes: 'Passkey to remove.',
  input: (t) => ({
    passkeyId: t.id({ required: true, description: 'Passkey to remove: the passkeyId of one of your own.' }),
  }),
  payload: payload<{ passkeyId: number }>((t) => ({
    passkeyId: t.exposeInt('passkeyId', { description: 'Passkey that was removed.' }),
  })),
  resolve: async ({ passkeyId }, { user, services }) => {
    const id = toRowId(passkeyId);
    await services.passkeys.remove(user, id);
    return { passkeyId: id };
  },
});

builder.mutationFields((t) => ({
  passkeyOptions: t.withAuth({ userKey: true }).field({
    type: PasskeyOptionsPayload,
    description: `Returns options for \`navigator.credentials.create()\`, which makes a passkey. Stores nothing. ${NEEDS_SESSION}, and so are sessions for which a key was pasted.`,
    resolve: async (_root, _args, { user, services }) => ({ options: await services.passkeys.options(user) }),
  }),
}));
