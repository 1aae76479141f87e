export function MembersTab() {
  return null;
}
