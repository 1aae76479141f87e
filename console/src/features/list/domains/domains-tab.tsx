export function DomainsTab() {
  return null;
}
