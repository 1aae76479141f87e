import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { UserText } from '../../ui/user-text.tsx';

interface CompanyLinkProps {
  name: string;
  /** Domain or slug. */
  identifier: string;
}

/** Name of a company, which leads to its page. */
export function CompanyLink({ name, identifier }: CompanyLinkProps) {
  return (
    <Anchor
      maw={320}
      w="fit-content"
      display="block"
      renderRoot={(props) => (
        <Link {...props} to="/app/companies/$identifier" params={{ identifier }} preload={false} />
      )}
    >
      <UserText text={name} />
    </Anchor>
  );
}
