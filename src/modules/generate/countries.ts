/** A country with its share of the companies, in thousandths, and the legal forms of small and of large companies. */
export interface Country {
  code: string;
  share: number;
  /** Index into LOCALES. */
  locale: string;
  legalForms: readonly [small: string, large: string];
}

/** code | share in thousandths | locale | legal form of small and of large companies. The most frequent come first. */
const TABLE = `
US|320|english|Inc|Corp
GB|95|english|Ltd|plc
DE|80|german|GmbH|AG
FR|58|french|SARL|SA
IN|48|indian|Pvt Ltd|Ltd
CA|42|english|Inc|Corp
NL|34|dutch|B.V.|N.V.
AU|30|english|Pty Ltd|Ltd
JP|27|japanese|K.K.|K.K.
SE|22|nordic|AB|AB
BR|24|portuguese|Ltda|S.A.
ES|24|spanish|S.L.|S.A.
IT|24|italian|S.r.l.|S.p.A.
CH|18|german|GmbH|AG
SG|11|global|Pte Ltd|Ltd
IL|10|global|Ltd|Ltd
IE|9|english|Ltd|plc
PL|12|slavic|Sp. z o.o.|S.A.
DK|10|nordic|ApS|A/S
NO|9|nordic|AS|ASA
FI|8|nordic|Oy|Oyj
AT|9|german|GmbH|AG
BE|9|french|SRL|SA
PT|6|portuguese|Lda|S.A.
KR|7|global|Co., Ltd.|Co., Ltd.
MX|9|spanish|S. de R.L. de C.V.|S.A. de C.V.
ZA|6|english|Pty Ltd|Ltd
NZ|5|english|Ltd|Ltd
CZ|5|slavic|s.r.o.|a.s.
EE|3|nordic|OÜ|AS
UA|4|slavic|LLC|PJSC
TR|4|global|Ltd. Şti.|A.Ş.
AR|4|spanish|S.R.L.|S.A.
CL|3|spanish|SpA|S.A.
CO|4|spanish|S.A.S.|S.A.
KE|2|english|Ltd|plc
NG|2|english|Ltd|plc
AE|5|global|LLC|PJSC
ID|3|global|PT|PT
MY|2|global|Sdn Bhd|Bhd
TH|2|global|Co., Ltd.|PCL
VN|2|global|JSC|JSC
PH|2|global|Inc|Corp
TW|3|global|Co., Ltd.|Co., Ltd.
HK|3|global|Ltd|Ltd
RO|3|slavic|S.R.L.|S.A.
BG|2|slavic|OOD|AD
GR|2|global|IKE|S.A.
HU|2|slavic|Kft.|Zrt.
EG|2|global|LLC|S.A.E.
`;

export const COUNTRY_TABLE: readonly Country[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [code = '', share, locale = '', small = '', large = ''] = line.split('|');
    return { code, share: Number(share), locale, legalForms: [small, large] };
  });

/** Codes of the countries, the most frequent first. */
export const COUNTRIES: readonly string[] = COUNTRY_TABLE.map(({ code }) => code);
