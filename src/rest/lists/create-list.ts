import { z } from 'zod';
import { PARAMETERS, TAGS } from '../parameters.ts';
import { route } from '../route.ts';

export default route('CreateList', 'POST /lists', {
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
});
