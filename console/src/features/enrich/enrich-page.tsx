import { Page } from '../../ui/page.tsx';

export function EnrichPage() {
  return <Page title="Enrich">{null}</Page>;
}
