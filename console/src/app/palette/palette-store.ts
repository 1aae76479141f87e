import { createSpotlight } from '@mantine/spotlight';

const [store, { open }] = createSpotlight();

/** State of the palette, which marks the entry for Enter. */
export const paletteStore = store;

export const openPalette = open;

export const PALETTE_NAME = 'Search and commands';
