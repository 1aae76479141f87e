import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { useApiMutation } from '../../api/hooks.ts';
import { GrantCreditsDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { installationText } from '../../text/installation.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';

const text = installationText.organizations.granting;
const MOST = 1_000_000_000;

/** Returns the number of credits that was typed; undefined unless it can be granted. */
function amountOf(typed: string): number | undefined {
  const digits = typed.trim();
  const amount = Number(digits);
  return /^\d+$/.test(digits) && amount >= 1 && amount <= MOST ? amount : undefined;
}

interface GrantCreditsProps {
  organization: { organizationId: number; name: string };
  onClose: () => void;
}

/** Asks how many credits an organization gets, and adds them. */
export function GrantCredits({ organization: { organizationId, name }, onClose }: GrantCreditsProps) {
  const [typed, setTyped] = useState('');
  const [attempt] = useState(randomId);
  const grant = useApiMutation(GrantCreditsDocument, {
    // Whoever tries again after a lost response grants nothing twice.
    idempotencyKey: ({ input }) => `grant-${attempt}-${input.amount}`,
  });
  const amount = amountOf(typed);
  const confirm = () => {
    if (amount === undefined) return;
    grant.mutate(
      { input: { organizationId, amount } },
      {
        onSuccess({ grantCredits }) {
          const balance = formatNumber(grantCredits?.organization.creditBalance ?? amount);
          notify(text.done(formatNumber(amount), name, balance));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      opened
      title={text.title(name)}
      action={text.action}
      busy={grant.isPending}
      disabled={amount === undefined}
      error={grant.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextInput
        label={text.amount}
        description={text.amountHint(formatNumber(MOST))}
        error={typed.trim() !== '' && amount === undefined && text.invalid(formatNumber(MOST))}
        inputMode="numeric"
        autoComplete="off"
        required
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  );
}
