import { createTheme } from '@mantine/core'
import { palette } from '#messages/palette.ts'

const { teal, red, dark, ink } = palette

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  black: ink,
  colors: { teal, red, dark },
  defaultRadius: 'md',
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // In the colour of the alert, such as yellow, a title has too little contrast.
  components: {
    Button: { styles: { root: { fontWeight: 500 } } },
    // One that needs two lines is read as one.
    Modal: { styles: { title: { lineHeight: 1.35 } } },
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  },
})

/** Below this width the list and the panel are bottom sheets. */
export const phoneWidth = '(max-width: 959px)'

/** Below this width the rows of a list are cards, and its filters one button. */
export const narrowWidth = '(max-width: 599px)'
