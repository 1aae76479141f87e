export function AuditTab() {
  return null;
}
