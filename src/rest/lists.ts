import { z } from 'zod';
import { MAX_TAGS, TEXT_LIMITS } from '../lib/request-limits.ts';
import { EXAMPLES } from './examples.ts';
import { choice, oneOrder, orderBy, PARAMETERS, sortBy, TEXT } from './parameters.ts';
import { route } from './route.ts';

const NAME_OF_COPY = 'Copy of Software in Germany';

const FIELDS = ['updated_at', 'name', 'created_at'] as const;

/** Tags of a list. The service trims them, and refuses too many. */
const TAGS = z
  .array(z.string().meta(TEXT_LIMITS.listTag))
  .optional()
  .meta({
    maxItems: MAX_TAGS,
    description:
      'Tags, each of 1 to 40 characters after trimming. Case does not tell tags apart: the first is kept.',
    example: ['DACH'],
  });

export const lists = [
  route('GetLists', 'GET /lists', {
    summary: 'Get the lists that the caller can see',
    needsUser: true,
    description:
      'Lists that the caller owns or that are shared with the caller, by default the most recently updated first.',
    parameters: {
      search: TEXT.optional().meta({
        ...TEXT_LIMITS.listSearch,
        description: 'Only lists whose name contains this, in any case.',
        example: 'germany',
      }),
      tag: TEXT.optional().meta({
        ...TEXT_LIMITS.listTag,
        description: 'Only lists with this tag, in any case.',
        example: 'DACH',
      }),
      favourite: choice('`true`: only favourites of the caller; `false`: only other lists.'),
      owned: choice('`true`: only lists that the caller owns; `false`: only those of others.'),
      sort: sortBy(FIELDS, {
        usual: '-updated_at',
        example: 'name',
        description:
          'The order of the lists; `-` in front is descending. Equal ones are ordered by `list_id`, in the same direction.',
      }),
      order_by: orderBy(FIELDS, 'times from the latest on, names from A to Z'),
    },
    variables: ({ sort, order_by, ...rest }) => ({ ...rest, sort: oneOrder(sort, order_by) }),
  }),

  route('CreateList', 'POST /lists', {
    summary: 'Create a list',
    needsUser: true,
    description:
      'The caller owns the new list, and nobody else can see it until it is shared. Without a definition, `root` is null and matches no company.',
    parameters: {
      // The service says what is wrong with any value.
      definition: z
        .unknown()
        .optional()
        .meta({ description: 'The companies that the list shall match.', ...PARAMETERS.definition.meta() }),
      tags: TAGS,
    },
    status: 201,
    headers: {
      Location: ({ createList }) => `/v1/lists/${createList.list.list_id}`,
    },
  }),

  route('GetList', 'GET /lists/:list_id', {
    summary: 'Get a list',
    needsUser: true,
    description: 'A list with its definition and permissions.',
  }),

  route('UpdateList', 'PATCH /lists/:list_id', {
    summary: 'Rename or tag a list',
    needsUser: true,
    description:
      'A field that is left out stays as it is. Tags replace the former tags. The members stay the same. Needs editor access.',
    parameters: { name: PARAMETERS.name.optional().meta({ example: 'Software, Germany' }), tags: TAGS },
    example: { ...EXAMPLES.CompanyListWithPermissions, name: 'Software, Germany' },
    errors: ['insufficient_access'],
  }),

  route('DeleteList', 'DELETE /lists/:list_id', {
    summary: 'Delete a list',
    needsUser: true,
    errors: ['insufficient_access'],
  }),

  route('DuplicateList', 'POST /lists/:list_id/duplicate', {
    summary: 'Duplicate a list',
    needsUser: true,
    description:
      'Creates a list that the caller owns, with the definition, the domains and the tags of this one. Without a `name`, it is called after it. Permissions, watching and favourites are not copied. A definition that names lists which the caller cannot see is refused.',
    parameters: { name: PARAMETERS.name.optional().meta({ example: NAME_OF_COPY }) },
    isBodyOptional: true,
    status: 201,
    headers: { Location: ({ duplicateList }) => `/v1/lists/${duplicateList.list.list_id}` },
    example: { ...EXAMPLES.CompanyList, list_id: 2, name: NAME_OF_COPY, favourite: false },
    errors: ['definition_conflict', 'invalid_definition', 'quota_exceeded'],
  }),

  route('GetListDependents', 'GET /lists/:list_id/used-by', {
    summary: 'Get the lists that name a list',
    needsUser: true,
    description:
      'Lists that the caller can see and whose definitions have a condition on this one, by `list_id`. Their members change with it.',
  }),

  route('FavouriteList', 'PUT /lists/:list_id/favourite', {
    summary: 'Mark a list as a favourite',
    needsUser: true,
    status: 204,
    description: 'Marks it for the caller alone. Does nothing if it is marked.',
  }),

  route('UnfavouriteList', 'DELETE /lists/:list_id/favourite', {
    summary: 'Remove the mark of a favourite',
    needsUser: true,
    description: 'Does nothing if the list is not marked.',
  }),

  route('WatchList', 'PUT /lists/:list_id/watch', {
    summary: 'Watch a list',
    needsUser: true,
    status: 204,
    description:
      'From now on, the service evaluates the list after each import and each change of it. What changes among its members is an event `list.members_changed` of the feed. Does nothing if the list is watched.',
    errors: [
      'insufficient_access',
      'quota_exceeded',
      'definition_conflict',
      'invalid_definition',
      'members_too_large',
    ],
  }),

  route('UnwatchList', 'DELETE /lists/:list_id/watch', {
    summary: 'Stop watching a list',
    needsUser: true,
    description: 'Does nothing if the list is not watched.',
    errors: ['insufficient_access'],
  }),
];
