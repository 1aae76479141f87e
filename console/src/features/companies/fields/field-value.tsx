import { Anchor, Pill } from '@mantine/core';
import type { FieldPartsFragment } from '../../../generated/graphql.ts';
import { formatDate, formatDecimal } from '../../../lib/format.ts';
import { visibleLines, visibleText } from '../../../lib/visible-text.ts';
import { fieldValuesText as text } from '../../../text/fields.ts';
import { WEB_ADDRESS } from '../../../ui/own-fields.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './own-fields.module.css';

/** A value as people read it, by the type of its field. */
export function FieldValue({ field, value }: { field: FieldPartsFragment; value: unknown }) {
  if (Array.isArray(value)) return <Chips values={value.map(String)} />;
  const written = String(value);
  switch (field.type) {
    case 'NUMBER':
      return (
        <bdi>
          {visibleText(
            [formatDecimal(Number(value)), ...(field.unit == null ? [] : [field.unit])].join('\u00a0'),
          )}
        </bdi>
      );
    case 'DATE':
      return <time dateTime={written}>{formatDate(written)}</time>;
    case 'BOOLEAN':
      return value === true ? text.yes : text.no;
    case 'URL':
      return <Address address={written} />;
    case 'TEXT':
      return <bdi className={classes.text}>{visibleLines(written)}</bdi>;
    default:
      return <bdi>{visibleText(written)}</bdi>;
  }
}

function Chips({ values }: { values: readonly string[] }) {
  return (
    <ul className={classes.chips}>
      {values.map((value) => (
        <li key={value}>
          <Pill maw="100%" className={classes.chip}>
            <UserText text={value} span />
          </Pill>
        </li>
      ))}
    </ul>
  );
}

function Address({ address }: { address: string }) {
  if (!WEB_ADDRESS.test(address)) return <UserText text={address} span />;
  return (
    <Anchor
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      maw="100%"
      display="block"
      aria-label={text.opens(visibleText(address))}
    >
      <UserText text={address.replace(WEB_ADDRESS, '')} span display="block" />
    </Anchor>
  );
}
