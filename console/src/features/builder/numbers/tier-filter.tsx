import { Button, Group } from '@mantine/core';
import type { MemberTier } from '../../../generated/graphql.ts';
import { numbersText } from '../../../text/builder-numbers.ts';
import { common } from '../../../text/common.ts';

interface TierFilterProps {
  tier: MemberTier | undefined;
  onChange: (tier: MemberTier | undefined) => void;
}

/** Says that one tier alone is shown, and leads back to all. */
export function TierFilter({ tier, onChange }: TierFilterProps) {
  if (!tier) return null;
  return (
    <Group gap="xs">
      {numbersText.sample.only(common.tiers[tier])}
      <Button size="compact-xs" variant="default" onClick={() => onChange(undefined)}>
        {numbersText.sample.all}
      </Button>
    </Group>
  );
}
