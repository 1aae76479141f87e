import { GetAuditLogDocument } from '../../generated/operations.ts';
import { AT, page, USER } from '../examples.ts';
import { LIST, PAGE } from '../parameters.ts';
import { route } from '../route.ts';

export const getAuditLog = route('GET /lists/:list_id/audit-log', GetAuditLogDocument, {
  summary: 'Get the audit log of a list',
  description: 'Every change of the list, newest first.',
  params: LIST,
  query: PAGE,
  answer: ['list', 'events'],
  example: page('events', {
    event_id: 12,
    action: 'list_renamed',
    actor: USER,
    at: AT,
    details: { from: 'Germany', to: 'Software in Germany' },
  }),
});
