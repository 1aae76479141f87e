import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Indigo whose shade 7 has a contrast of at least 4.5 on white, and shade 4 on the dark background. */
const accent: MantineColorsTuple = [
  '#edf2ff',
  '#dbe4ff',
  '#bac8ff',
  '#91a7ff',
  '#748ffc',
  '#5c7cfa',
  '#4c6ef5',
  '#4263eb',
  '#3b5bdb',
  '#364fc7',
];

/** Cool greys: the text first, then the surfaces, of which the page is the darkest and what floats the lightest. */
const dark: MantineColorsTuple = [
  '#e1e4ea',
  '#b9bfca',
  '#8b93a1',
  '#697180',
  '#3a4150',
  '#2f3542',
  '#232833',
  '#14171d',
  '#101318',
  '#0b0d11',
];

export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '8px' },
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '18px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    Anchor: { defaultProps: { fw: 500 } },
    Badge: { defaultProps: { tt: 'none' } },
    Paper: { defaultProps: { bg: 'var(--surface)' } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Greys with enough contrast for small text (WCAG 2.2 AA), and colours of tiers that differ for colour-blind readers. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6c757d',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': 'var(--mantine-color-text)',
    // Shade 2 is too dark for the text of a button below the pointer.
    '--mantine-color-accent-light-hover': '#ced9ff',
    '--action': '#364fc7',
    '--surface': '#ffffff',
    '--hairline': '#e9ecef',
    '--initials-text': '60% 24%',
    '--initials-ground': '50% 91%',
    '--tier-high': '#1c5fb8',
    '--tier-medium': '#a34a00',
    '--tier-exploratory': '#5c636a',
    '--row-hover': '#f1f3f5',
    '--bar': '#dbe4ff',
    '--added': '#2b7a3d',
    '--removed': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#909296',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': 'var(--mantine-color-text)',
    '--action': '#91a7ff',
    '--surface': '#1a1e25',
    '--hairline': '#2a303b',
    '--initials-text': '60% 88%',
    '--initials-ground': '30% 26%',
    '--tier-high': '#74a9f7',
    '--tier-medium': '#f2a15f',
    '--tier-exploratory': '#a6a7ab',
    '--row-hover': '#20252e',
    '--bar': '#2f3a66',
    '--added': '#69db7c',
    '--removed': '#ff8787',
  },
});
