/**
 * Every colour of the product, in one place: the map and its markers, lists, charts, forms, the server's own pages and
 * mails. Style sheets use the custom properties that `web/build/palette.ts` makes of it (`--inside`), files that cannot
 * import (icons, the manifest) are compared with it by `tests/palette.test.ts`.
 */

/** Shades from light to dark, as Mantine's themes take them; 7 is the brand. */
const teal = [
  '#eefaf8',
  '#dcf1ee',
  '#b5e3dc',
  '#8bd4ca',
  '#69c7bb',
  '#42b3a5',
  '#17958a',
  '#0f766e',
  '#0b5f59',
  '#074a46',
] as const

/** Dark enough for white text in either theme. */
const red = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#d42f2f',
  '#c92a2a',
  '#b02525',
  '#951f1f',
] as const

/** The dark theme, from text to background. */
const dark = [
  '#e8ecee',
  '#c3ccd1',
  '#9ba6ac',
  '#77838a',
  '#363e44',
  '#2b3136',
  '#1c2024',
  '#16191c',
  '#111416',
  '#0c0e10',
] as const

const white = '#ffffff'
const black = '#000000'
const ink = '#1c2326'

/** Offered for groups of trackers: apart from each other and from those of states. */
export const groupColours = ['#1c7ed6', '#7048e8', '#ae3ec9', '#d6336c', '#e8590c', '#f08c00', '#0c8599', '#495057']

/** Tracker status and boundaries: marker colours on the map, and those of lists, counts and charts. */
const status = {
  light: {
    inside: '#15803d',
    outside: '#d01c1c',
    unknown: '#3f6ea5',
    offline: '#77838a',
    boundary: '#5b4fc7',
    keep_out: '#b4235f',
  },
  dark: {
    inside: '#4cc46e',
    outside: '#ff6b60',
    unknown: '#7fb0e8',
    offline: '#8f9ba2',
    boundary: '#9d93f5',
    keep_out: '#f47fb0',
  },
} as const

/** Pages: each is a custom property of the style sheets. */
const page = {
  light: {
    ...status.light,
    surface: white,
    surface_raised: white,
    surface_sunken: '#f6f7f8',
    idling: '#c98a04',
    ribbon: '#ffd95a',
    ribbon_stripe: '#f5c32e',
    on_ribbon: ink,
    line: '#e3e6e8',
    text: ink,
    text_quiet: '#5c676c',
    accent: teal[7],
    accent_soft: '#e6f4f2',
    outside_soft: '#fdecec',
    on_orange_soft: '#9a3412',
    alarm: red[7],
    on_alarm: white,
    paper: white,
  },
  dark: {
    ...status.dark,
    surface: dark[7],
    surface_raised: dark[6],
    surface_sunken: dark[8],
    idling: '#f0b429',
    ribbon: '#ffd95a',
    ribbon_stripe: '#f5c32e',
    on_ribbon: ink,
    line: dark[5],
    text: dark[0],
    text_quiet: dark[2],
    accent: teal[5],
    accent_soft: '#12312e',
    outside_soft: '#3b1a1a',
    on_orange_soft: '#ffc078',
    alarm: red[7],
    on_alarm: white,
    // What will be printed is white in dark mode too.
    paper: white,
  },
} as const

/** The map: a muted base map, so that markers stand out. */
const map = {
  light: {
    ...status.light,
    sea: '#dde7eb',
    land: '#f6f5f1',
    coast: '#b4c3c9',
    border: '#c9c6bd',
    graticule: '#cddade',
    town: '#6a7478',
    halo: '#f6f5f1',
    label: ink,
    labelHalo: white,
    inactive: '#8b9499',
    draft: '#c2410c',
    trail: teal[7],
    casing: white,
    selected: teal[7],
    own: '#1d6fe0',
  },
  dark: {
    ...status.dark,
    sea: '#0e1417',
    land: '#1b2226',
    coast: '#38464d',
    border: '#323d43',
    graticule: '#172025',
    town: '#87949a',
    halo: '#151b1e',
    label: dark[0],
    labelHalo: '#101517',
    inactive: '#6f7a80',
    draft: '#f5a04c',
    trail: teal[5],
    casing: '#0e1417',
    selected: '#5cc9bb',
    own: '#5b9dff',
  },
} as const

/** Lines of several tracks: distinguishable with most colour vision, and none close to the red of outside. */
const tracks = {
  light: [teal[7], '#1d4ed8', '#7e22ce', '#a16207', '#475569', '#0891b2'],
  dark: [teal[5], '#7da8ff', '#c792f5', '#e0b545', '#a9b5c2', '#4fc9e8'],
} as const

export const palette = { teal, red, dark, white, black, ink, page, map, tracks }

export type Scheme = keyof typeof map
/** The colours of the map in light or dark. */
export type Colours = (typeof map)[Scheme]
