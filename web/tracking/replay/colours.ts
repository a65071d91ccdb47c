import { palette, type Scheme } from '#messages/palette.ts'

/** The colour of a track's line; colours repeat after the last. */
export function lineColour(scheme: Scheme, index: number): string {
  const lines = palette.tracks[scheme]
  return lines[index % lines.length]!
}
