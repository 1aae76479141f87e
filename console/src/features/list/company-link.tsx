import { PageLink } from '../../ui/page-link.tsx';
import { UserText } from '../../ui/user-text.tsx';

/** Name of a company, which leads to its page. @param identifier domain or slug */
export const CompanyLink = ({ name, identifier }: { name: string; identifier: string }) => (
  <PageLink
    to="/app/companies/$identifier"
    params={{ identifier }}
    preload={false}
    maw={320}
    w="fit-content"
    display="block"
  >
    <UserText text={name} />
  </PageLink>
);
