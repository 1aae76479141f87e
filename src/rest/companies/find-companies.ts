import { route } from '../route.ts';

export default route('FindCompanies', 'GET /companies', {
  summary: 'Find companies by name or domain',
  description:
    'Companies whose name or domain contains a text, best match first. Free, with a key of either kind.',
  answer: [],
});
