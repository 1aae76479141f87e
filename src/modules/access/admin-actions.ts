/** Actions of the audit log of administration. */
export const ADMIN_ACTIONS = [
  'organization_created',
  'user_created',
  'user_disabled',
  'user_enabled',
  'key_created',
  'key_changed',
  'key_rotated',
  'key_revoked',
  'credits_granted',
  'flag_resolved',
  'list_transferred',
  'list_deleted',
] as const;
export type AdminAction = (typeof ADMIN_ACTIONS)[number];
