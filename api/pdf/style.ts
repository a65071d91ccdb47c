/** Colours with a contrast of at least 4.5 on white; sizes in points. */
export const INK = '#16202a'
export const MUTED = '#51606b'
export const LINE = '#c3ccd1'
export const SHADE = '#f1f5f6'
export const SIZE = { text: 9.5, small: 8, headings: [18, 13, 10.5] } as const
