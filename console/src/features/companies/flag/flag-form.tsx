import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { FlagCompanyDocument } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { isTooLong, LongText } from '../../../ui/long-text.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { submitOnEnter } from '../../../ui/submit-on-enter.ts';

const texts = companiesText.flag;
/** Says what looks wrong. After sending, says what happens next. */
export function FlagForm({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const { mutate, data, error, isPending } = useApiMutation(FlagCompanyDocument, { changes: [] });
  const description = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooLong(text)) mutate({ input: { identifier: slug, ...(description !== '' && { description }) } });
  };
  const flag = data?.flagCompany?.flag;
  if (flag) {
    return (
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
    );
  }
  return (
    <form onSubmit={submit} onKeyDown={submitOnEnter}>
      <Stack>
        <LongText label={texts.label} placeholder={texts.placeholder} value={text} onChange={setText} first />
        <Text size="sm" c="dimmed">
          {texts.next}
        </Text>
        {error && <Problem error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={isTooLong(text)}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
