import { createContextCache } from '@pothos/core';
import { inputDefinitionPrice, pagePrice } from '../../../graphql/analysis/prices.ts';
import { builder, inheritsAccess } from '../../../graphql/builder.ts';
import { bothWaysPageArguments, defineConnection, readPage } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { type ReadKey, rowKey } from '../../../graphql/ids.ts';
import { mutation } from '../../../graphql/mutation.ts';
import { defineKeyedNodes } from '../../../graphql/nodes.ts';
import { STANDARD_PAGE } from '../../../lib/page.ts';
import { DefinitionInput, toRawDefinition } from '../../filters/definition-type.ts';
import { acceptedVersions, LIST_ID, ListRef, listPayload, toListId, userField } from '../types.ts';
import { type DefinitionVersion, keyOf, VERSION_ORDER, type VersionKey } from './service.ts';

export const JSON_DEFINITION = 'Definition as JSON, in the form of REST, instead of `definition`.';

const IF_VERSION = {
  description:
    'Version that the caller has read. If another version is current, the error is DEFINITION_CONFLICT. Default: no check.',
};
const IF_VERSIONS = {
  description: 'Several versions instead of one `ifVersion`: one of them must be current.',
};

/** Definitions of all lists and versions of one query come in one statement. */
const loaderOf = createContextCache(({ services }: Context) => services.lists.definitions.loader());

const VersionRef = builder.objectRef<DefinitionVersion>('DefinitionVersion');

/** Reads the list and the number of a version, as in `12-3`. */
const readVersionKey: ReadKey<VersionKey> = (text) => {
  const [listId, version, ...more] = text.split('-').map(rowKey);
  return listId === undefined || version === undefined || more.length > 0 ? undefined : { listId, version };
};

defineKeyedNodes<DefinitionVersion, VersionKey>(
  VersionRef,
  readVersionKey,
  async (keys, { user, services }) => {
    const versions = user ? await services.lists.definitions.findMany(user, keys) : [];
    const found = new Map(versions.map((version) => [keyOf(version), version]));
    return keys.map((key) => found.get(keyOf(key)) ?? null);
  },
);

builder.node(VersionRef, {
  description: 'A version of a definition. Versions are appended, never changed.',
  extensions: inheritsAccess,
  id: { resolve: keyOf, description: 'Global id of the version.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Number of the version, from 1.' }),
    definition: t.field({
      type: 'JSON',
      description: 'Definition as JSON, in the form of REST. It can be sent as `definitionJson`.',
      resolve: ({ listId, version, definition }, _args, context) =>
        definition ?? loaderOf(context).load({ listId, version }),
    }),
    author: t.field(userField('User who saved this version.', ({ author }: DefinitionVersion) => author)),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the version was saved.' }),
  }),
});

builder.objectFields(ListRef, (t) => ({
  definition: t.field({
    type: 'JSON',
    description: 'Current definition as JSON, in the form of REST: registry_version and root.',
    resolve: ({ listId, definitionVersion: version, definition }, _args, context) =>
      definition ?? loaderOf(context).load({ listId, version }),
  }),
  version: t.field({
    type: VersionRef,
    description: 'One version of the definition. An unknown version is the error VERSION_NOT_FOUND.',
    args: { version: t.arg.int({ required: true, description: 'Number of the version, from 1.' }) },
    resolve: ({ listId }, { version }, { services }) => services.lists.definitions.find(listId, version),
  }),
  versions: t.field({
    type: defineConnection('DefinitionVersion', 'a version', VersionRef),
    description: 'Versions of the definition, newest first.',
    price: pagePrice(STANDARD_PAGE),
    args: bothWaysPageArguments,
    resolve: (list, args, { services }) =>
      readPage(args, {
        scope: ['versions', list.listId],
        order: VERSION_ORDER,
        read: (page) => services.lists.definitions.page(list, page),
        keyOf: ({ version }) => [version],
        countAll: () => list.definitionVersion,
      }),
  }),
}));

mutation('replaceDefinition', {
  description:
    'Appends a new version of the definition. A value that is no longer in its vocabulary is accepted if the current version has it. Needs access as editor.',
  price: inputDefinitionPrice,
  takes: 'List, and its new definition.',
  inputNote: '. Give one of `definition` and `definitionJson`.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    definition: t.field({
      type: DefinitionInput,
      description: 'New definition. Give this or `definitionJson`.',
    }),
    definitionJson: t.field({ type: 'JSON', description: JSON_DEFINITION }),
    ifVersion: t.int(IF_VERSION),
    ifVersions: t.intList(IF_VERSIONS),
  }),
  payload: listPayload,
  resolve: (input, { user, services: { lists } }) => {
    const definition = toRawDefinition(input);
    return lists.definitions.replace(user, toListId(input.listId), definition, acceptedVersions(input));
  },
});

mutation('restoreDefinition', {
  description:
    'Restores an earlier version of the definition by appending it as a new version. Values that are no longer in their vocabulary are accepted. Needs access as editor.',
  takes: 'List, and the version to restore.',
  input: (t) => ({
    listId: t.id(LIST_ID),
    version: t.int({ required: true, description: 'Number of the version to restore.' }),
    ifVersion: t.int(IF_VERSION),
    ifVersions: t.intList(IF_VERSIONS),
  }),
  payload: listPayload,
  resolve: (input, { user, services: { lists } }) =>
    lists.definitions.restore(user, toListId(input.listId), input.version, acceptedVersions(input)),
});
