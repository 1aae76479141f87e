import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { FlagCompanyDocument } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { Problem } from '../../../ui/problem.tsx';

const texts = companiesText.flag;
/** Characters of a description, after trimming. */
const LIMIT = 2000;

/** Says what looks wrong. After sending, says what happens next. */
export function FlagForm({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const { mutate, data, error, isPending } = useApiMutation(FlagCompanyDocument, { changes: [] });
  const description = text.trim();
  // The service counts characters, not units of UTF-16: an emoji is one.
  const { length } = [...description];
  const over = length - LIMIT;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (over <= 0) mutate({ input: { identifier: slug, ...(description !== '' && { description }) } });
  };
  const flag = data?.flagCompany?.flag;
  if (flag) {
    return (
      <Stack>
        <Text role="status">
          <strong>{texts.sentTitle}.</strong> {texts.sent(formatNumber(flag.flagId))}
        </Text>
        <Button onClick={onClose} w="fit-content" data-autofocus>
          {common.close}
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Textarea
          label={texts.label}
          placeholder={texts.placeholder}
          description={texts.counter(formatNumber(length), formatNumber(LIMIT))}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={over > 0 && texts.tooLong(over, formatNumber(over))}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          {texts.next}
        </Text>
        {error && <Problem error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={over > 0}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
