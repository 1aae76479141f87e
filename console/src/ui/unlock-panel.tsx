import { Button, Stack, Text } from '@mantine/core';
import { LockClosedIcon } from '@radix-ui/react-icons';
import type { PropsWithChildren } from 'react';
import { useApiMutation, useApiQuery } from '../api/hooks.ts';
import {
  CompanyPartnersDocument,
  MemberPartnersDocument,
  UnlockCompanyDocument,
  type UnlockCompanyMutation,
  UnlockPriceDocument,
  type UnlockPriceQuery,
  ViewerDocument,
} from '../generated/graphql.ts';
import { counted, formatDay, formatNumber } from '../lib/format.ts';
import { Loaded } from './loaded.tsx';
import { MoreCredits } from './more-credits.tsx';
import { Problem } from './problem.tsx';

const CHANGES = [CompanyPartnersDocument, MemberPartnersDocument, ViewerDocument, UnlockPriceDocument];

const credits = (count: number) => counted(count, 'credit', 'credits');

interface UnlockPanelProps {
  /** A domain of the company; undefined until it is known. */
  domain: string | undefined;
  /** Number of partners. */
  count: number;
  /** @param receipt what was charged, and until when the partners can be read, in words. */
  onUnlocked: (receipt: string) => void;
}

/** Says how many partners are locked and what they cost, with a button that unlocks them. */
export function UnlockPanel({ domain, count, onUnlocked }: UnlockPanelProps) {
  const domains = domain === undefined ? [] : [domain];
  const price = useApiQuery(UnlockPriceDocument, { domains }, { enabled: domain !== undefined });
  const { mutateAsync, error, isPending } = useApiMutation(UnlockCompanyDocument, { changes: CHANGES });
  // A promise, because this panel has gone when the partners are read again. The hook keeps the error.
  const unlock = () =>
    void mutateAsync({ domains }).then(
      ({ enrichPartnerships }) => enrichPartnerships && onUnlocked(receiptOf(enrichPartnerships)),
      () => undefined,
    );
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>
        <LockClosedIcon width={14} height={14} aria-hidden="true" />{' '}
        {counted(count, 'partner is', 'partners are')} locked
      </Text>
      <Text>
        Partners are paid data. Unlocking this company shows all of them to your whole organization for 30
        days.
      </Text>
      <Loaded query={price} lines={1}>
        {({ estimateEnrichment }) =>
          estimateEnrichment && (
            <Offer {...estimateEnrichment}>
              <Button onClick={unlock} loading={isPending}>
                Unlock {counted(count, 'partner', 'partners')} for{' '}
                {credits(estimateEnrichment.creditsRequired)}
              </Button>
            </Offer>
          )
        }
      </Loaded>
      {error && <Problem error={error} />}
    </Stack>
  );
}

type Estimate = NonNullable<UnlockPriceQuery['estimateEnrichment']>;

function Offer({
  creditsRequired: price,
  creditBalance: balance,
  sufficient,
  children,
}: Estimate & PropsWithChildren) {
  if (!sufficient)
    return (
      <Text role="status">
        Costs {credits(price)}, and the balance is {formatNumber(balance)} credits. <MoreCredits />
      </Text>
    );
  return (
    <>
      <Text>
        {price === 0
          ? `Already unlocked: costs nothing. Your balance is ${formatNumber(balance)} credits.`
          : `Not unlocked yet: costs ${credits(price)}. Your balance is ${formatNumber(balance)}; ${formatNumber(balance - price)} are left after it.`}
      </Text>
      {children}
    </>
  );
}

function receiptOf(unlocked: NonNullable<UnlockCompanyMutation['enrichPartnerships']>): string {
  const { creditsCharged, creditsRemaining, results } = unlocked;
  const until = results[0]?.windowEndsAt;
  const receipt = `Unlocked. ${credits(creditsCharged)} charged, ${formatNumber(creditsRemaining)} left.`;
  return until ? `${receipt} Reading these partners is free until ${formatDay(until)}.` : receipt;
}
