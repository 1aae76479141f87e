import { counted } from '../lib/counted.ts';
import { type OutputOptions, print, table, withTools } from './terminal.ts';

export async function runCreditsGrant(
  options: OutputOptions & { org: string; amount: number },
): Promise<void> {
  const balance = await withTools(({ administration }) =>
    administration.grantCredits(options.org, options.amount),
  );
  print(options.json, { balance }, `"${options.org}" now has ${counted(balance, 'credit')}`);
}

/** Prints the balance of an organization and the last entries of its ledger, newest first. */
export async function runCreditsShow(options: OutputOptions & { org: string; limit: number }): Promise<void> {
  const { id, name, creditBalance, entries } = await withTools(({ administration }) =>
    administration.readLedger(options.org, options.limit),
  );
  const ledger = entries.map((entry) => ({
    entry_id: Number(entry.id),
    kind: entry.kind,
    amount: entry.amount,
    balance_after: entry.balanceAfter,
    companies: entry.companyIds.length,
    key_id: entry.apiKeyId,
    request_id: entry.requestId,
    created_at: entry.createdAt.toISOString(),
  }));
  const rows = ledger.map((row) => [
    row.created_at,
    row.kind,
    row.amount,
    row.balance_after,
    row.key_id ?? '-',
    row.request_id ?? '-',
  ]);
  print(options.json, { organization_id: id, name, balance: creditBalance, ledger }, [
    `"${name}" has ${counted(creditBalance, 'credit')}`,
    ...(rows.length > 0 ? table(['TIME', 'KIND', 'AMOUNT', 'BALANCE', 'KEY', 'REQUEST'], rows) : []),
  ]);
}
