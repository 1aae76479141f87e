import { anyDefinition } from '../parameters.ts';
import { route } from '../route.ts';

export const createList = route('CreateList', 'POST /lists', {
  summary: 'Create a list',
  description:
    'The caller owns the new list, and nobody else can see it until it is shared. Without a definition, `root` is null and matches no company.',
  parameters: { definition: anyDefinition('The companies that the list shall match.') },
  status: 201,
  headers: {
    Location: ({ createList }) => `/v1/lists/${createList.list.list_id}`,
    ETag: ({ createList }) => `"${createList.list.definition_version}"`,
  },
});
