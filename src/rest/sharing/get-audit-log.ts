import { route } from '../route.ts';

export default route('GetAuditLog', 'GET /lists/:list_id/audit-log', {
  summary: 'Get the audit log of a list',
  needsUser: true,
  description: 'Every change of the list, newest first.',
});
