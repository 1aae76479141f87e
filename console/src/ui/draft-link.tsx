import type { ReactNode } from 'react';
import { useRegistryVersion } from '../api/examples.ts';
import type { Condition, FilterNode } from '../filter/definition.ts';
import { toDraftLink } from '../filter/draft-link.ts';
import { PageLink } from './page-link.tsx';

export const conditionOf = (
  field: string,
  operator: string,
  values: Condition['values'],
  when?: Condition['when'],
): FilterNode => ({ condition: { field, operator, values, ...(when && { when }) } });

/** Returns a function that makes the fragment of a draft; undefined for drafts that are too long, and until the version of filters is known. */
export function useDraft(): (root: FilterNode) => string | undefined {
  const registry_version = useRegistryVersion();
  return (root) =>
    registry_version === undefined ? undefined : toDraftLink({ definition: { registry_version, root } });
}

/** Leads to the companies that meet a condition: a draft in the builder. Plain text where no link can hold it. */
export function DraftLink(props: { root: FilterNode; title?: string; children: ReactNode }) {
  const { root, title, children } = props;
  const draft = useDraft()(root);
  if (draft === undefined) return children;
  return (
    <PageLink to="/app/build" hash={draft.slice(1)} maw="100%" {...(title !== undefined && { title })}>
      {children}
    </PageLink>
  );
}
