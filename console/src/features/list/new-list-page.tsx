import { Page } from '../../ui/page.tsx';
import { DraftOf } from '../../workspace/draft-of.tsx';

/** A list that is not saved yet: a draft of its filter with its companies and their numbers. */
export default function NewListPage() {
  return (
    <DraftOf
      list={undefined}
      frame={(body, parts) => (
        <Page title="New list" actions={parts?.head}>
          {parts?.name}
          {parts?.facts}
          {body}
        </Page>
      )}
    />
  );
}
