import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { type Catalogue, type CatalogueField, findField } from '../../filter/catalogue.ts';
import { HomeGrowingDocument } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { CountryMap } from '../../ui/values/country-map.tsx';
import { ValueBars } from '../../ui/values/value-bars.tsx';
import { countMissing } from '../../ui/values/value-count.ts';
import classes from './home.module.css';

/** Bars that are as high as a map of the world. Those of industries have two more lines. */
const BARS = 16;
/** Bars of each list where two lists stand beside the map. */
const BARS_OF_TWO = 8;
const BARS_OF_PHONE = 6;
/** Windows in which a tile of the map can be pressed with a finger. */
const WIDE = '(min-width: 40em)';
const TWO = '(62em < width <= 79em)';
const AFTER = 'find these companies';

interface PictureProps {
  catalogue: Catalogue;
  /** Number of all companies. */
  total: number;
  /** Adds a value of a field to the sentence. */
  onAdd: (field: CatalogueField, label: string) => void;
  /** Replaces the sentence. */
  onChoose: (sentence: string) => void;
}

/** The whole catalogue by country and industry, and the technologies that grow. Each number leads to its companies. */
export function Picture({ catalogue, total, onAdd, onChoose }: PictureProps) {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const isOfTwo = useMediaQuery(TWO, undefined, { getInitialValueInEffect: false });
  const shown = isOfTwo ? BARS_OF_TWO : isWide ? BARS : BARS_OF_PHONE;
  return (
    <div className={classes.picture}>
      <Values {...{ catalogue, total, onAdd, shown }} field="country" isMap={isWide === true} />
      <Values {...{ catalogue, total, onAdd }} field="industry" shown={shown - 2} />
      <Growing onChoose={onChoose} shown={shown} />
    </div>
  );
}

interface ValuesProps extends Pick<PictureProps, 'catalogue' | 'total' | 'onAdd'> {
  field: 'country' | 'industry';
  shown: number;
  isMap?: boolean;
}

function Values({ catalogue, total, onAdd, field: key, shown, isMap = false }: ValuesProps) {
  const field = findField(catalogue, key);
  if (!field?.values) return null;
  const entries = field.values.flatMap(({ value, label, companyCount: count }) =>
    count ? [{ value, label, count }] : [],
  );
  if (entries.length === 0) return null;
  const shared = {
    name: NAMES[key],
    entries,
    total,
    use: ({ label }: { label: string }) => ({
      kind: 'add' as const,
      run: () => onAdd(field, visibleText(label)),
    }),
    after: AFTER,
  };
  return (
    <Part title={NAMES[key]}>
      {isMap ? (
        <CountryMap {...shared} isCropped />
      ) : (
        <ValueBars
          {...shared}
          shown={shown}
          longest={entries[0]?.count}
          missing={{ label: common.unknown, count: countMissing(entries, total) }}
        />
      )}
    </Part>
  );
}

const NAMES = { country: 'By country', industry: 'By industry' } as const;

/** Technologies that most companies adopted lately; nothing without any. */
function Growing({ onChoose, shown }: Pick<PictureProps, 'onChoose'> & { shown: number }) {
  const { data } = useApiQuery(HomeGrowingDocument, { first: BARS });
  const growing = data?.technologies?.edges
    .map(({ node: { techKey: value, displayName: label, adopted } }) => ({
      value,
      label,
      count: adopted.days90,
    }))
    .filter(({ count }) => count > 0);
  if (growing?.length === 0) return null;
  return (
    <Part title="Adopted in 90 days">
      <ValueBars
        name="Technologies by adoption"
        entries={growing}
        total={growing?.[0]?.count ?? 0}
        hidesShares
        shown={shown}
        use={({ label }) => ({
          kind: 'add',
          run: () => onChoose(`adopted "${visibleText(label)}" in the last 90 days`),
        })}
        after="find companies that adopted it"
      />
    </Part>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} mb="xs">
      {title}
    </Title>
    {children}
  </section>
);
