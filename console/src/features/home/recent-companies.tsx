import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type RecentCompany, readRecentCompanies } from '../../api/recent-companies.ts';
import { useSession } from '../../api/session.ts';
import { homeText } from '../../text/home.ts';
import { Initials } from '../../ui/initials.tsx';
import { UserText } from '../../ui/user-text.tsx';
import classes from './portfolio.module.css';

/** The companies that the person opened last in this browser; nothing before the first one. */
export function RecentCompanies() {
  const { userId } = useSession();
  const [companies, setCompanies] = useState<readonly RecentCompany[]>([]);
  useEffect(() => {
    if (userId === undefined) return;
    let isWanted = true;
    void readRecentCompanies(userId).then((read) => {
      if (isWanted) setCompanies(read);
    });
    return () => {
      isWanted = false;
    };
  }, [userId]);
  if (companies.length === 0) return null;
  return (
    <section aria-labelledby="home-recent" className={classes.recent}>
      <Title order={2} id="home-recent">
        {homeText.recent}
      </Title>
      <ul className={classes.companies}>
        {companies.map(({ slug, name }) => (
          <li key={slug}>
            <Link to="/app/companies/$identifier" params={{ identifier: slug }} className={classes.company}>
              <Initials name={name} of="company" size={28} />
              <UserText text={name} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
