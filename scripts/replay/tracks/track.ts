/** A way that somebody or something went, as a file tells it. */
export type Track = { name: string; points: Point[] }

export type Point = {
  lat: number
  lon: number
  /** Milliseconds since 1970, UTC; null where the file does not say. */
  ts: number | null
  /** Metres per second. */
  speed: number | null
  /** Degrees clockwise from true north. */
  heading: number | null
  /** Metres. */
  altitude: number | null
}

/** What a reader makes of a file. */
export type Reading = {
  tracks: Track[]
  /** What could not be read: all are counted, the first are named. */
  problems: Problems
  /** When the file says that it was made, for tracks without any time. */
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

/** A file of which nothing can be used. The message is one sentence. */
export class UnreadableTrack extends Error {
  override name = 'UnreadableTrack'
}
