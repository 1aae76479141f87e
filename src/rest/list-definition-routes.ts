import { z } from 'zod';
import {
  GetDefinitionVersionDocument,
  GetDefinitionVersionsDocument,
  GetListDefinitionDocument,
  PreviewDefinitionDocument,
  ReplaceDefinitionDocument,
  RestoreDefinitionDocument,
} from '../generated/operations.ts';
import { definitionDocs } from './docs/definition-docs.ts';
import { etag, LIST, LIST_ID, PAGED } from './list-parts.ts';
import { toPageOf } from './list-records.ts';
import { DEFINITION, idOf, ifMatch, NO_BODY, NOTHING } from './parameters.ts';
import { type Route, route } from './route.ts';

const EMPTY = z.strictObject({}).default({});

/** Definitions and their versions (contract, section 6). */
export const listDefinitionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/lists/:list_id/definition',
    document: GetListDefinitionDocument,
    docs: definitionDocs.getListDefinition,
    params: LIST,
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ listId: params.list_id }),
    reply: ({ list }) => ({ headers: etag(list.definitionVersion), body: list.definition }),
  }),
  route({
    method: 'PUT',
    path: '/lists/:list_id/definition',
    document: ReplaceDefinitionDocument,
    docs: definitionDocs.replaceDefinition,
    params: LIST,
    query: NOTHING,
    body: DEFINITION,
    variables: ({ params, body, headers }) => ({
      listId: params.list_id,
      definition: body,
      ifVersion: ifMatch(headers['if-match']),
    }),
    reply: ({ replaceDefinition: { list } }) => ({ headers: etag(list.definition_version), body: list }),
  }),
  route({
    method: 'POST',
    path: '/lists/:list_id/definition/preview',
    document: PreviewDefinitionDocument,
    docs: definitionDocs.previewDefinition,
    params: LIST,
    query: NOTHING,
    body: DEFINITION,
    variables: ({ params, body }) => ({ listId: params.list_id, definition: body }),
    reply: ({ list }) => ({ body: list.previewDefinition }),
  }),
  route({
    method: 'GET',
    path: '/lists/:list_id/definition/versions',
    document: GetDefinitionVersionsDocument,
    docs: definitionDocs.getDefinitionVersions,
    params: LIST,
    query: PAGED,
    body: NO_BODY,
    variables: ({ params, query }) => ({ listId: params.list_id, ...query }),
    reply: ({ list }, { query }) => ({ body: toPageOf('versions', list.versions, query) }),
  }),
  route({
    method: 'GET',
    path: '/lists/:list_id/definition/versions/:version',
    document: GetDefinitionVersionDocument,
    docs: definitionDocs.getDefinitionVersion,
    params: z.strictObject({ list_id: LIST_ID, version: idOf('A version of the definition: 1, 2, …') }),
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ listId: params.list_id, version: params.version }),
    reply: ({ list: { version } }) => ({ headers: etag(version.version), body: version }),
  }),
  route({
    method: 'POST',
    path: '/lists/:list_id/definition/versions/:version/restore',
    document: RestoreDefinitionDocument,
    docs: definitionDocs.restoreDefinition,
    params: z.strictObject({ list_id: LIST_ID, version: idOf('A version of the definition: 1, 2, …') }),
    query: NOTHING,
    body: EMPTY,
    variables: ({ params }) => ({ input: { listId: params.list_id, version: params.version } }),
    reply: ({ restoreDefinition: { list } }) => ({ headers: etag(list.definition_version), body: list }),
  }),
];
