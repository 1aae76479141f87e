import { EXAMPLES } from '../examples.ts';
import { refTo } from '../openapi/json-schema.ts';
import { PARAMETERS } from '../parameters.ts';
import { route } from '../route.ts';

export default route('PreviewCount', 'POST /lists/preview-count', {
  summary: 'Count the companies that match a definition',
  needsUser: true,
  description:
    'Saves nothing. `count` is at most 10000, and `capped` is true there; `POST /v1/lists/preview` returns the exact count. A definition is at most 8 levels deep and holds up to 100 conditions of up to 250 values. It must narrow the catalogue: negative conditions alone are refused, and so is `root: null`.',
  parameters: {
    definition: PARAMETERS.definition.meta({
      ...refTo('DefinitionOfListInput'),
      example: EXAMPLES.Definition,
    }),
  },
  body: 'definition',
  variables: ({ definition: { list_id, ...definition } }) => ({
    definition,
    list_id: list_id === undefined ? undefined : String(list_id),
  }),
  example: { count: 812, capped: false },
});
