import { Button, Stack, Text } from '@mantine/core';
import { LockClosedIcon } from '@radix-ui/react-icons';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import {
  type CompanyFactsFragment,
  CompanyPartnersDocument,
  UnlockCompanyDocument,
  UnlockPriceDocument,
  ViewerDocument,
} from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { companiesText } from '../../../text/companies.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Problem } from '../../../ui/problem.tsx';

const texts = companiesText.partners;

export interface UnlockReceipt {
  /** Credits that were charged. */
  readonly charged: number;
  /** Balance after it, in credits. */
  readonly remaining: number;
  /** Until when reading is free (ISO 8601). */
  readonly windowEndsAt: string | null | undefined;
}

interface UnlockPanelProps {
  company: CompanyFactsFragment;
  /** Number of partners. */
  count: number;
  onUnlocked: (receipt: UnlockReceipt) => void;
}

/** Says how many partners are locked and what they cost, with a button that unlocks them. */
export function UnlockPanel({ company, count, onUnlocked }: UnlockPanelProps) {
  const domains = [company.primaryDomain];
  const price = useApiQuery(UnlockPriceDocument, { domains });
  const changes = [CompanyPartnersDocument, ViewerDocument, UnlockPriceDocument];
  const { mutateAsync, error, isPending } = useApiMutation(UnlockCompanyDocument, { changes });
  // A promise, because this panel has gone when the partners are read again. The hook keeps the error.
  const unlock = () =>
    void mutateAsync({ domains }).then(
      ({ enrichPartnerships }) => report(enrichPartnerships),
      () => undefined,
    );
  const report = (answer: Answer) => {
    if (!answer) return;
    const { creditsCharged: charged, creditsRemaining: remaining, results } = answer;
    onUnlocked({ charged, remaining, windowEndsAt: results[0]?.windowEndsAt });
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>
        <LockClosedIcon width={14} height={14} aria-hidden="true" />{' '}
        {texts.locked(count, formatNumber(count))}
      </Text>
      <Text>{texts.lockedWhy}</Text>
      <Loaded query={price} lines={1}>
        {({ estimateEnrichment }) =>
          estimateEnrichment && (
            <Offer offer={estimateEnrichment} count={count} isBusy={isPending} onUnlock={unlock} />
          )
        }
      </Loaded>
      {error && <Problem error={error} />}
    </Stack>
  );
}

type Answer =
  | { creditsCharged: number; creditsRemaining: number; results: { windowEndsAt?: string | null }[] }
  | null
  | undefined;

interface OfferProps {
  offer: { creditsRequired: number; creditBalance: number; sufficient: boolean };
  count: number;
  isBusy: boolean;
  onUnlock: () => void;
}

function Offer({ offer, count, isBusy, onUnlock }: OfferProps) {
  const { creditsRequired: price, creditBalance: balance, sufficient } = offer;
  const credits = texts.credits(price, formatNumber(price));
  if (!sufficient) return <Text role="status">{texts.short(credits, formatNumber(balance))}</Text>;
  return (
    <>
      <Text>
        {texts.price(price, formatNumber(price), formatNumber(balance), formatNumber(balance - price))}
      </Text>
      <Button onClick={onUnlock} loading={isBusy}>
        {texts.unlock(count, formatNumber(count), credits)}
      </Button>
    </>
  );
}
