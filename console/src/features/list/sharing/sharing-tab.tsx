export function SharingTab() {
  return null;
}
