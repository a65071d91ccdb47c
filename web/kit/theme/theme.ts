import { createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
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
]

/** Dark enough for white text in either theme. */
const red: MantineColorsTuple = [
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
]

/** From text to background: the dark colours of global.css. */
const dark: MantineColorsTuple = [
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
]

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  black: '#1c2326',
  colors: { teal, red, dark },
  defaultRadius: 'md',
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
})

/** Below this width the list and the panel are bottom sheets. */
export const phoneWidth = '(max-width: 959px)'
