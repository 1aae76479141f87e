import { TEXT } from '../parameters.ts';
import { route } from '../route.ts';

export default route('SearchCompanies', 'GET /lists/company-search', {
  summary: 'Search companies by name or domain',
  needsUser: true,
  description: 'Companies whose name or domain matches, best match first. Needs a personal key.',
  answer: [],
  parameters: { q: TEXT.meta({ description: 'Part of a name or domain.', example: 'kupfer' }) },
});
