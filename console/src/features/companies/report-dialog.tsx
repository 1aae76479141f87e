import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { type CompanyFactsFragment, FlagCompanyDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form-dialog.tsx';
import { isTooLong, LongText } from '../../ui/long-text.tsx';
import { PageLink } from '../../ui/page-link.tsx';

interface ReportDialogProps {
  company: Pick<CompanyFactsFragment, 'name' | 'slug'>;
  /** Begin of the description, such as the fact that is wrong. */
  about: string;
  onClose: () => void;
}

/** Reports wrong data of a company. After sending, says what happens next. */
export function ReportDialog({ company: { name, slug }, about, onClose }: ReportDialogProps) {
  const [text, setText] = useState(about);
  const { mutate, data, error, isPending } = useApiMutation(FlagCompanyDocument, { changes: [] });
  const description = text.trim();
  const flag = data?.flagCompany?.flag;
  return (
    <Dialog opened onClose={onClose} title={`Report wrong data of ${name}`} size="md">
      {flag ? (
        <Stack>
          <Text role="status">
            <strong>Thank you.</strong> Report {formatNumber(flag.flagId)} waits for the data-quality review.
            Corrections appear with one of the next imports.
          </Text>
          <Group>
            <Button onClick={onClose} data-autofocus>
              {common.close}
            </Button>
            <PageLink to="/app/reports">See what became of reports</PageLink>
          </Group>
        </Stack>
      ) : (
        <DialogForm
          action="Send the report"
          busy={isPending}
          disabled={isTooLong(text)}
          error={error}
          onSubmit={() => mutate({ input: { identifier: slug, ...(description !== '' && { description }) } })}
          onCancel={onClose}
        >
          <LongText
            label="What looks wrong? (optional)"
            placeholder="Such as: the company moved to France in 2024, and acme.fr is missing among its domains."
            value={text}
            onChange={setText}
            first
          />
          <Text size="sm" c="dimmed">
            The report goes to the data-quality review. It changes no data by itself, and everybody in your
            organization can read it.
          </Text>
        </DialogForm>
      )}
    </Dialog>
  );
}
