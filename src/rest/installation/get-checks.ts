import { route } from '../route.ts';

export default route('GetChecks', 'GET /installation/checks', {
  summary: 'Check the installation',
  needsUser: true,
  description:
    'Findings of the command `doctor` on the machine that answers, without its comparison of the facet index with the tables. Needs an operator of the installation.',
  errors: ['insufficient_access'],
  example: {
    checks: [
      { check: 'clock', state: 'ok', message: 'this machine and PostgreSQL differ by 0.0 s' },
      {
        check: 'maintenance',
        state: 'failure',
        message: 'autovacuum is off: tables only grow',
        remedy: 'turn autovacuum on',
      },
    ],
  },
});
