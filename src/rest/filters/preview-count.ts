import { PreviewCountDocument } from '../../generated/operations.ts';
import { DEFINITION as EXAMPLE } from '../examples.ts';
import { DEFINITION } from '../parameters.ts';
import { route } from '../route.ts';

export const previewCount = route('POST /lists/preview-count', PreviewCountDocument, {
  summary: 'Count the companies that match a definition',
  description:
    'Saves nothing. `count` is at most 10000, and `capped` is true there; GraphQL returns the exact count. A definition is at most 8 levels deep and holds up to 100 conditions of up to 250 values. It must narrow the catalogue: negative conditions alone are refused, and so is `root: null`.',
  body: DEFINITION,
  requestExample: EXAMPLE,
  variables: ({ body }) => ({ definition: body }),
  answer: ['previewCount'],
  example: { count: 812, capped: false },
  errors: ['invalid_definition'],
});
