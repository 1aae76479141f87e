import { Page } from '../../ui/page.tsx';

export function BuilderPage() {
  return <Page title="Builder">{null}</Page>;
}
