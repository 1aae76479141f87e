import { Random } from './random.ts';

/** Invented funds. Any resemblance to a real one is a coincidence. */
const BEGINNINGS =
  `Amber Aspen Barley Basalt Beacon Bramble Candle Cinder Clover Cobalt Comet Copper Driftwood Dusk Ember
  Fallow Feather Flint Garnet Glimmer Hazel Indigo Ivory Jasper Lantern Linen Mallow Marble Meadow Merle Nettle Nimbus
  Ochre Pebble Petrel Plover Quartz Reed Russet Saffron`.split(/\s+/);
const ENDINGS =
  `barrow combe croft dell fallow fold garth gate holm hollow keep lathe mast mere oar quay reach sail
  spindle stead thwaite tide tor vane wharf wold yard`.split(/\s+/);
const VENTURE_WORDS = ['Ventures', 'Capital', 'Venture Partners', 'Seed Fund'];
const EQUITY_WORDS = ['Equity Partners', 'Private Equity', 'Growth Equity', 'Industrial Holdings'];
const INVESTORS = 300;
/** Every third fund is one of private equity. */
const EQUITY_PERIOD = 3;

/** Returns the investors, the most frequent first; venture funds and private equity alternate. */
export function createInvestors(): string[] {
  const random = new Random(0, 2);
  const names = new Set<string>();
  while (names.size < INVESTORS) {
    const words = isEquity(names.size) ? EQUITY_WORDS : VENTURE_WORDS;
    names.add(`${random.pick(BEGINNINGS)}${random.pick(ENDINGS)} ${random.pick(words)}`);
  }
  return [...names];
}

/** Tells whether the investor of this rank is one of private equity. */
export function isEquity(rank: number): boolean {
  return rank % EQUITY_PERIOD === EQUITY_PERIOD - 1;
}
