import { route } from '../route.ts';

export default route('GetAccountFlags', 'GET /account/flags', {
  summary: 'Get the data flags of the caller',
  description:
    'Newest first, with the results of their reviews. Users see the flags that they raised with any of their keys, admins all of the organization, and an organization key those that it raised.',
});
