import { Button, Stack, Text } from '@mantine/core';
import { LockOpen1Icon } from '@radix-ui/react-icons';
import { useApiMutation, useApiQuery } from '../../../../api/hooks.ts';
import {
  MemberFactsDocument,
  MemberPartnersDocument,
  MemberUnlockPriceDocument,
  UnlockMemberDocument,
  ViewerDocument,
} from '../../../../generated/graphql.ts';
import { formatNumber } from '../../../../lib/format.ts';
import { membersText } from '../../../../text/members.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { notify } from '../../../../ui/notify.ts';
import { Problem } from '../../../../ui/problem.tsx';

const text = membersText.partners;

/** Says how many partners are locked and what they cost, and unlocks them. */
export function Unlock({ identifier, partners }: { identifier: string; partners: number }) {
  const company = useApiQuery(MemberFactsDocument, { identifier }).data?.company;
  const domains = company ? [company.primaryDomain] : [];
  const price = useApiQuery(MemberUnlockPriceDocument, { domains }, { enabled: company !== undefined });
  const unlock = useApiMutation(UnlockMemberDocument, {
    changes: [MemberPartnersDocument, MemberUnlockPriceDocument, ViewerDocument],
  });
  const run = async () => {
    const { enrichPartnerships } = await unlock.mutateAsync({ input: { domains } });
    if (!enrichPartnerships) return;
    const { creditsCharged, creditsRemaining } = enrichPartnerships;
    notify(text.unlocked(formatNumber(creditsCharged), formatNumber(creditsRemaining)));
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{text.locked(partners, formatNumber(partners))}</Text>
      <Loaded query={price} lines={1}>
        {({ estimateEnrichment: estimate }) =>
          estimate && (
            <>
              <Text>
                {text.price(
                  estimate.creditsRequired,
                  formatNumber(estimate.creditsRequired),
                  formatNumber(estimate.creditBalance),
                )}
              </Text>
              {!estimate.sufficient && <Text c="var(--mantine-color-error)">{text.tooFew}</Text>}
              <Button
                leftSection={<LockOpen1Icon width={16} height={16} aria-hidden />}
                disabled={!estimate.sufficient}
                loading={unlock.isPending}
                onClick={() => void run().catch(() => undefined)}
              >
                {text.unlock(estimate.creditsRequired, formatNumber(estimate.creditsRequired))}
              </Button>
            </>
          )
        }
      </Loaded>
      {unlock.error && <Problem error={unlock.error} />}
    </Stack>
  );
}
