export function ChangesTab() {
  return null;
}
