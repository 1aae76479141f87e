import { Outlet } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';

export function ListPage() {
  return (
    <Page title="List" wide>
      <Outlet />
    </Page>
  );
}
