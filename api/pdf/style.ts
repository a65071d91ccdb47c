import { palette } from '#messages/palette.ts'

const { text, text_quiet, line, surface_sunken } = palette.page.light

/** Colours of the light theme: texts have a contrast of at least 4.5 on paper. */
export const INK = text
export const MUTED = text_quiet
export const LINE = line
export const SHADE = surface_sunken
/** Points. */
export const SIZE = { text: 9.5, small: 8, headings: [18, 13, 10.5] } as const
