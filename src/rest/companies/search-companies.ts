import { route } from '../route.ts';

export default route('SearchCompanies', 'GET /lists/company-search', {
  summary: 'Search companies by name or domain',
  needsUser: true,
  description: 'As `GET /v1/companies?q=`, with a personal key.',
  answer: [],
});
