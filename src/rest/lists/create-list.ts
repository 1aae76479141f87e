import { CreateListDocument } from '../../generated/operations.ts';
import { DEFINITION, LIST } from '../examples.ts';
import { ANY_DEFINITION, LIST_NAME } from '../parameters.ts';
import { route } from '../route.ts';

export const createList = route('POST /lists', CreateListDocument, {
  summary: 'Create a list',
  description:
    'The caller owns the new list, and nobody else can see it until it is shared. Without a definition, `root` is null and matches no company.',
  body: LIST_NAME.extend({ definition: ANY_DEFINITION.describe('The companies that the list shall match.') }),
  requestExample: { name: 'Software in Germany', definition: DEFINITION },
  statuses: [201],
  answer: ['createList', 'list'],
  headers: {
    Location: ({ createList }) => `/v1/lists/${createList.list.list_id}`,
    ETag: ({ createList }) => `"${createList.list.definition_version}"`,
  },
  example: LIST,
  errors: ['invalid_definition'],
});
