import { AT, page, USER } from '../examples.ts';
import { route } from '../route.ts';

export const getAuditLog = route('GetAuditLog', 'GET /lists/:list_id/audit-log', {
  summary: 'Get the audit log of a list',
  description: 'Every change of the list, newest first.',
  example: page('events', {
    event_id: 12,
    action: 'list_renamed',
    actor: USER,
    at: AT,
    details: { from: 'Germany', to: 'Software in Germany' },
  }),
});
