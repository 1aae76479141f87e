import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { type CompanyFactsFragment, FlagCompanyDocument } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format.ts';
import { common } from '../../text/common.ts';
import { companiesText } from '../../text/companies.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form-dialog.tsx';
import { isTooLong, LongText } from '../../ui/long-text.tsx';
import { PageLink } from '../../ui/page-link.tsx';

const texts = companiesText.flag;

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
    <Dialog opened onClose={onClose} title={texts.title(name)} size="md">
      {flag ? (
        <Stack>
          <Text role="status">
            <strong>{texts.sentTitle}.</strong> {texts.sent(formatNumber(flag.flagId))}
          </Text>
          <Group>
            <Button onClick={onClose} data-autofocus>
              {common.close}
            </Button>
            <PageLink to="/app/reports">{texts.toReports}</PageLink>
          </Group>
        </Stack>
      ) : (
        <DialogForm
          action={texts.submit}
          busy={isPending}
          disabled={isTooLong(text)}
          error={error}
          onSubmit={() => mutate({ input: { identifier: slug, ...(description !== '' && { description }) } })}
          onCancel={onClose}
        >
          <LongText
            label={texts.label}
            placeholder={texts.placeholder}
            value={text}
            onChange={setText}
            first
          />
          <Text size="sm" c="dimmed">
            {texts.next}
          </Text>
        </DialogForm>
      )}
    </Dialog>
  );
}
