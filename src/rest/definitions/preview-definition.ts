import { EXAMPLES } from '../examples.ts';
import { route } from '../route.ts';

export default route('PreviewDefinition', 'POST /lists/:list_id/definition/preview', {
  summary: 'Preview what a definition would change',
  needsUser: true,
  description:
    'Compares the companies that a definition matches with the current members, with samples of those that would enter and leave. Saves nothing.',
  body: 'definition',
  example: {
    count: 813,
    capped: false,
    added_count: 1,
    removed_count: 0,
    added_sample: [EXAMPLES.CompanyReference],
    removed_sample: [],
  },
  errors: ['definition_conflict', 'members_too_large'],
});
