import { visibleText } from '../../lib/visible-text.ts';
import { conditionOf, DraftLink } from '../../ui/draft-link.tsx';

interface ConditionLinkProps {
  /** Field of the condition, as definitions name it. */
  field: string;
  value: string;
  label: string;
}

/** A value that leads to the companies that have it: a draft in the list builder with one condition. */
export function ConditionLink({ field, value, label }: ConditionLinkProps) {
  return (
    <DraftLink
      root={conditionOf(field, 'any_of', [value])}
      title={`${visibleText(label)}: find all companies like this`}
    >
      <bdi style={{ overflowWrap: 'anywhere' }}>{visibleText(label)}</bdi>
    </DraftLink>
  );
}
