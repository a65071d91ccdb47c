/** A recorded track. */
export type Track = { name: string; points: Point[] }

export type Point = {
  lat: number
  lon: number
  /** Milliseconds since 1970, UTC; null if missing. */
  ts: number | null
  /** Metres per second. */
  speed: number | null
  /** Degrees clockwise from true north. */
  heading: number | null
  /** Metres. */
  altitude: number | null
}

/** The content of a file. */
export type Reading = {
  tracks: Track[]
  /** Unreadable parts: all are counted, the first are listed. */
  problems: Problems
  /** The file's creation time, for tracks without times. */
  made_at: number | null
}

export class Problems {
  count = 0
  first: { line: number; reason: string }[] = []

  add(line: number, reason: string): void {
    this.count++
    if (this.first.length < 10) this.first.push({ line, reason })
  }
}

/** A file without usable content. The message is one sentence. */
export class UnreadableTrack extends Error {
  override name = 'UnreadableTrack'
}
