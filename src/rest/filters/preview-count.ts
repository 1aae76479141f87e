import { route } from '../route.ts';

export default route('PreviewCount', 'POST /lists/preview-count', {
  summary: 'Count the companies that match a definition',
  needsUser: true,
  description:
    'Saves nothing. `count` is at most 10000, and `capped` is true there; `POST /v1/lists/preview` returns the exact count. A definition is at most 8 levels deep and holds up to 100 conditions of up to 250 values. It must narrow the catalogue: negative conditions alone are refused, and so is `root: null`.',
  body: 'definition',
  example: { count: 812, capped: false },
});
