import { Button, Checkbox, Menu, Text } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { queryKey, request, useApiMutation } from '../../../api/hooks.ts';
import { queryClient } from '../../../api/query-client.ts';
import {
  DeleteListViewDocument,
  ListViewsDocument,
  type SavedViewFragment,
  SaveListViewDocument,
  type SaveListViewMutationVariables,
} from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { notify, notifyUndo } from '../../../ui/notify.ts';
import { useListId } from '../search.ts';
import { DEFAULT_NAME, isDefault, type View } from './use-view.ts';

type ViewContent = Pick<View['state'] | SavedViewFragment, 'columns' | 'tier' | 'sort' | 'breakdowns'>;

interface ViewMenuProps {
  view: View;
  /** Whether the caller may change views that everybody sees. */
  canEdit: boolean;
}

/** Chooses how to look at the members, and keeps it under a name, for everybody who sees the list or for oneself. */
export function ViewMenu({ view: { view, views, state, isChanged, open }, canEdit }: ViewMenuProps) {
  const listId = useListId();
  const [asked, setAsked] = useState<'new' | 'rename'>();
  const [isOwn, setOwn] = useState(false);
  const save = useApiMutation(SaveListViewDocument, { changes: [ListViewsDocument] });
  const inputOf = (name: string, own: boolean, { columns, tier, sort, breakdowns }: ViewContent = state) => ({
    input: { listId, name, own, columns: [...columns], sort, tier, breakdowns: breakdowns?.slice() },
  });
  const store = async (variables: SaveListViewMutationVariables) => {
    const { saveView } = await save.mutateAsync(variables);
    notify(`The view “${variables.input.name}” is saved.`);
    setAsked(undefined);
    if (saveView) open(saveView.view);
  };
  const rename = async (name: string) => {
    if (!view) return;
    const { own } = view;
    await store(inputOf(name, own, view));
    // In another case, it is the same view.
    if (name.toLowerCase() !== view.name.toLowerCase()) await remove(listId, view.name, own);
  };
  const drop = async () => {
    if (!view) return;
    await remove(listId, view.name, view.own);
    open(undefined);
    notifyUndo(`The view “${view.name}” is deleted.`, async () => {
      await save.mutateAsync(inputOf(view.name, view.own, view));
    });
  };
  const mayChange = view && (view.own || canEdit);
  const run = (work: Promise<unknown>) => void work.catch((error: Error) => notify(error.message));
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} width={260}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            maw={220}
            rightSection={<ChevronDownIcon aria-hidden />}
          >
            View{view && `: ${visibleText(view.name)}`}
            {isChanged && ' (changed)'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={480} style={{ overflowY: 'auto' }}>
          <Menu.RadioGroup
            value={String(view?.viewId ?? '')}
            onChange={(id) => open(views.find(({ viewId }) => String(viewId) === id))}
          >
            {!views.some(({ name }) => isDefault(name)) && (
              <Menu.RadioItem value="" closeMenuOnClick>
                Columns of the filter
              </Menu.RadioItem>
            )}
            {views.map(({ viewId, name, own }) => (
              <Menu.RadioItem
                key={viewId}
                value={String(viewId)}
                closeMenuOnClick
                rightSection={own && <Text size="xs">only for me</Text>}
              >
                <bdi>{visibleText(name)}</bdi>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          {isChanged && <Menu.Item onClick={() => open(view)}>Discard the changes</Menu.Item>}
          {isChanged && mayChange && (
            <Menu.Item onClick={() => run(store(inputOf(view.name, view.own)))}>
              Save “{visibleText(view.name)}”
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setAsked('new')}>Save as…</Menu.Item>
          {!(view && isDefault(view.name)) && (
            <Menu.Item onClick={() => run(store(inputOf(DEFAULT_NAME, !canEdit)))}>
              Make this the default
            </Menu.Item>
          )}
          {mayChange && <Menu.Item onClick={() => setAsked('rename')}>Rename…</Menu.Item>}
          {mayChange && (
            <Menu.Item c="var(--mantine-color-error)" onClick={() => run(drop())}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked !== undefined && (
        <NameDialog
          opened
          title={asked === 'new' ? 'Save this view' : 'Rename the view'}
          submit={common.save}
          initial={asked === 'new' ? '' : (view?.name ?? '')}
          busy={save.isPending}
          error={save.error}
          onSubmit={(name) => {
            const work = asked === 'new' ? store(inputOf(name, isOwn || !canEdit)) : rename(name);
            void work.catch(() => undefined);
          }}
          onClose={() => {
            save.reset();
            setAsked(undefined);
          }}
        >
          <Text c="dimmed">
            {canEdit
              ? `Everybody who sees the list can choose it. A list opens with the view “${DEFAULT_NAME}”.`
              : 'Nobody else sees it: only editors save views for everybody.'}
          </Text>
          {asked === 'new' && canEdit && (
            <Checkbox
              label="Only for me"
              checked={isOwn}
              onChange={({ currentTarget }) => setOwn(currentTarget.checked)}
            />
          )}
        </NameDialog>
      )}
    </>
  );
}

async function remove(listId: string, name: string, own: boolean): Promise<void> {
  await request(DeleteListViewDocument, { input: { listId, name, own } });
  await queryClient.invalidateQueries({ queryKey: queryKey(ListViewsDocument) });
}
