/** Supported content codings, the one that compresses best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Chooses the content coding of a response (RFC 9110, 12.5.3): the highest weight, then the order of ENCODINGS. */
export function chooseEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map(parseItem),
  );
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  // A header that does not mention identity accepts it as the last choice.
  const identity = weights.get('identity') ?? 0;
  let best: Encoding | undefined;
  for (const encoding of ENCODINGS) {
    const weight = weightOf(encoding);
    if (weight > 0 && weight >= identity && weight > (best ? weightOf(best) : 0)) best = encoding;
  }
  return best;
}

function parseItem(item: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const number = weight === undefined ? 1 : Number(weight);
  return [coding, number >= 0 && number <= 1 ? number : 0];
}
