import type { Read } from './read.ts'

/** As `Trips of Ringfence Demo, 2026-11-16 to 2026-11-22`. */
export const titleOf = ({ title, organisation_name, from, until }: Read) =>
  `${title} of ${organisation_name}, ${from === until ? from : `${from} to ${until}`}`

/** A name for a file, without its extension. */
export const fileNameOf = (read: Read) =>
  titleOf(read)
    .replace(/[^\p{L}\p{N} ,_-]/gu, '')
    .slice(0, 120)
