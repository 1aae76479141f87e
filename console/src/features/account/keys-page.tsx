import { Page } from '../../ui/page.tsx';

export function KeysPage() {
  return <Page title="Keys">{null}</Page>;
}
