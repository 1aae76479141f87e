import { Outlet } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { ExportButton } from './export/export-button.tsx';
import { useListId } from './list-id.ts';

export function ListPage() {
  return (
    <Page title="List" wide actions={<ExportButton listId={useListId()} listName="List" />}>
      <Outlet />
    </Page>
  );
}
