import { GetListsDocument } from '../../generated/operations.ts';
import { LIST, page } from '../examples.ts';
import { PAGE } from '../parameters.ts';
import { route } from '../route.ts';

export const getLists = route('GET /lists', GetListsDocument, {
  summary: 'Get the lists that the caller can see',
  description: 'Lists that the caller owns or that are shared with the caller, most recently updated first.',
  query: PAGE,
  answer: ['lists'],
  example: page('lists', LIST),
});
