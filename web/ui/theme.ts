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

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  colors: { teal },
  defaultRadius: 'md',
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
})

/** Below this width the list and the panel are sheets at the bottom. */
export const phoneWidth = '(max-width: 959px)'
