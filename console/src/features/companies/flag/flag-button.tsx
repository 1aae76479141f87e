import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { UserText } from '../../../ui/user-text.tsx';
import { FlagForm } from './flag-form.tsx';

const texts = companiesText.flag;

/** Opens a dialog that reports wrong data of the company. */
export function FlagButton({ company }: { company: Pick<CompanyFactsFragment, 'name' | 'slug'> }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<ExclamationTriangleIcon width={14} height={14} />}
        onClick={open}
      >
        {texts.button}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={<UserText text={texts.title(company.name)} maw={340} lh={1.5} />}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <FlagForm slug={company.slug} onClose={close} />
      </Modal>
    </>
  );
}
