import { List, Lists, ListWithPermissions } from '../schemas/lists.ts';
import { DEFINITION, LIST, PERMISSION, page } from './examples.ts';
import { CHANGES_LIST, PERSONAL, READS_LIST, type RouteDocs } from './route-docs.ts';

const NAME = { description: '1 to 200 characters after trimming.', bounds: { minLength: 1 } };

export const listDocs = {
  createList: {
    tag: 'Lists',
    summary: 'Create a list',
    description:
      'A new list belongs to the caller, and nobody else sees it until it is shared. Without a definition its `root` is null: it matches nothing by itself.',
    parameters: { name: NAME, definition: { description: 'What the list is to match.' } },
    requestExample: { name: 'Software in Germany', definition: DEFINITION },
    answers: {
      201: { description: 'The new list.', schema: List, headers: ['Location', 'ETag'], example: LIST },
    },
    errors: [...PERSONAL, 'invalid_definition'],
  },
  getLists: {
    tag: 'Lists',
    summary: 'The lists that the caller sees',
    description: 'Own lists and those that are shared with the caller, most recently updated first.',
    answers: { 200: { description: 'A page of lists.', schema: Lists, example: page('lists', LIST) } },
    errors: PERSONAL,
  },
  getList: {
    tag: 'Lists',
    summary: 'One list',
    description: 'A list with its definition and permissions.',
    answers: {
      200: {
        description: 'The list.',
        schema: ListWithPermissions,
        headers: ['ETag'],
        example: { ...LIST, permissions: [PERMISSION] },
      },
    },
    errors: READS_LIST,
  },
  renameList: {
    tag: 'Lists',
    summary: 'Rename a list',
    description: 'Needs editor access.',
    parameters: { name: NAME },
    requestExample: { name: 'Software, Germany' },
    answers: {
      200: { description: 'The list.', schema: List, example: { ...LIST, name: 'Software, Germany' } },
    },
    errors: CHANGES_LIST,
  },
  deleteList: {
    tag: 'Lists',
    summary: 'Delete a list',
    description: 'Only the owner can.',
    answers: { 204: { description: 'It is gone.' } },
    errors: CHANGES_LIST,
  },
} as const satisfies Record<string, RouteDocs>;
