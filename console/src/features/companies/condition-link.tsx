import { useRegistryVersion } from '../../api/examples.ts';
import { toDraftLink } from '../../filter/draft-link.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { companiesText } from '../../text/companies.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { UserText } from '../../ui/user-text.tsx';

interface ConditionLinkProps {
  /** Field of the condition, as definitions name it. */
  field: 'technology' | 'industry' | 'country' | 'employee_range' | 'investor' | 'technology_category';
  value: string;
  /** Text of the link. */
  label: string;
}

/**
 * A value that leads to the companies that have it: a draft in the list builder with one condition. For organization
 * keys, which cannot use lists, it is plain text.
 */
export function ConditionLink({ field, value, label }: ConditionLinkProps) {
  const registry_version = useRegistryVersion();
  const root = { condition: { field, operator: 'any_of', values: [value] } };
  const draft =
    registry_version === undefined ? undefined : toDraftLink({ definition: { registry_version, root } });
  if (draft === undefined) return <UserText text={label} span />;
  return (
    <PageLink
      to="/app/build"
      hash={draft.slice(1)}
      title={companiesText.company.build(visibleText(label))}
      maw="100%"
    >
      <UserText text={label} span />
    </PageLink>
  );
}
