import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { choice, TEXT, word } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetLists', 'GET /lists', {
  summary: 'Get the lists that the caller can see',
  needsUser: true,
  description: 'Lists that the caller owns or that are shared with the caller, most recently updated first.',
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
    order_by: word(['updated_at', 'name', 'created_at']).default('UPDATED_AT').meta({
      default: 'updated_at',
      example: 'name',
      description: 'What to sort by: times from the latest on, names from A to Z.',
    }),
    direction: word(['asc', 'desc']).optional().meta({
      description: 'The direction, if it is to be another one.',
      example: 'desc',
    }),
  },
  variables: ({ order_by, direction, ...rest }) => ({
    ...rest,
    order: { field: order_by, direction: direction ?? (order_by === 'NAME' ? 'ASC' : 'DESC') },
  }),
});
