import { Paper, Text, Title } from '@mantine/core';
import { useApiQuery } from '../../../api/hooks.ts';
import { CatalogueStateDocument } from '../../../generated/graphql.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { companiesText } from '../../../text/companies.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import classes from '../facts.module.css';

const texts = companiesText.catalogue;

/** Size and freshness of the catalogue. */
export function CatalogueState() {
  const query = useApiQuery(CatalogueStateDocument, {}, { staleTime: 60_000 });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="catalogue">
      <Title order={2} id="catalogue" mb="xs">
        {texts.label}
      </Title>
      <Loaded query={query} lines={2}>
        {({ catalogue: { asOf, importedAt, companyCount, technologyCount, partnershipCount } }) => (
          <>
            {companyCount === 0 && <Text>{texts.empty}</Text>}
            <dl className={classes.facts}>
              <div>
                <dt>{texts.companies}</dt>
                <dd>{formatNumber(companyCount)}</dd>
              </div>
              <div>
                <dt>{texts.technologies}</dt>
                <dd>{formatNumber(technologyCount)}</dd>
              </div>
              <div>
                <dt>{texts.partnerships}</dt>
                <dd>{formatNumber(partnershipCount)}</dd>
              </div>
              {asOf && (
                <div>
                  <dt>{texts.asOf}</dt>
                  <dd>{formatDay(asOf)}</dd>
                </div>
              )}
              {importedAt && (
                <div>
                  <dt>{texts.importedAt}</dt>
                  <dd>
                    <TimeAgo at={importedAt} />
                  </dd>
                </div>
              )}
            </dl>
          </>
        )}
      </Loaded>
    </Paper>
  );
}
