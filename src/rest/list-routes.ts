import { z } from 'zod';
import {
  CreateListDocument,
  DeleteListDocument,
  GetListDocument,
  GetListsDocument,
  RenameListDocument,
  SearchCompaniesDocument,
} from '../generated/operations.ts';
import { companyDocs } from './docs/company-docs.ts';
import { listDocs } from './docs/list-docs.ts';
import { etag, LIST, noContent, PAGED } from './list-parts.ts';
import { toList, toPageOf, toPermission } from './list-records.ts';
import { ANY_DEFINITION, LIMIT, NO_BODY, NOTHING } from './parameters.ts';
import { type Route, route } from './route.ts';

/** /v1/lists and one list (contract, section 6). */
export const listRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/lists/company-search',
    document: SearchCompaniesDocument,
    docs: companyDocs.searchCompanies,
    params: NOTHING,
    query: z.strictObject({ q: z.string('must be given once'), limit: LIMIT }),
    body: NO_BODY,
    variables: ({ query }) => query,
    reply: (body) => ({ body }),
  }),
  route({
    method: 'POST',
    path: '/lists',
    document: CreateListDocument,
    docs: listDocs.createList,
    params: NOTHING,
    query: NOTHING,
    body: z.strictObject({ name: z.string(), definition: ANY_DEFINITION }),
    variables: ({ body: { name, definition } }) => ({ name, definition }),
    reply: ({ createList: { list } }) => ({
      status: 201,
      headers: { Location: `/v1/lists/${list.list_id}`, ...etag(list.definition_version) },
      body: toList(list),
    }),
  }),
  route({
    method: 'GET',
    path: '/lists',
    document: GetListsDocument,
    docs: listDocs.getLists,
    params: NOTHING,
    query: PAGED,
    body: NO_BODY,
    variables: ({ query }) => query,
    reply: ({ lists }, { query }) => ({ body: toPageOf('lists', lists, query, toList) }),
  }),
  route({
    method: 'GET',
    path: '/lists/:list_id',
    document: GetListDocument,
    docs: listDocs.getList,
    params: LIST,
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ listId: params.list_id }),
    reply: ({ list: { permissions, ...list } }) => ({
      body: { ...toList(list), permissions: permissions.map(toPermission) },
    }),
  }),
  route({
    method: 'PATCH',
    path: '/lists/:list_id',
    document: RenameListDocument,
    docs: listDocs.renameList,
    params: LIST,
    query: NOTHING,
    body: z.strictObject({ name: z.string() }),
    variables: ({ params, body }) => ({ input: { listId: params.list_id, ...body } }),
    reply: ({ renameList }) => ({ body: toList(renameList.list) }),
  }),
  route({
    method: 'DELETE',
    path: '/lists/:list_id',
    document: DeleteListDocument,
    docs: listDocs.deleteList,
    params: LIST,
    query: NOTHING,
    body: NO_BODY,
    variables: ({ params }) => ({ input: { listId: params.list_id } }),
    reply: noContent,
  }),
];
