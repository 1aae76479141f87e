import { route } from '../route.ts';

export default route('GetImports', 'GET /installation/imports', {
  summary: 'Get the imports of the catalogue',
  needsUser: true,
  description: 'The last 1000, newest first. Needs an operator of the installation.',
  errors: ['insufficient_access'],
});
