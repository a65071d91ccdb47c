/** What this process has noted in the present hour, so that most reads cost nothing. */
export class Noted {
  #hour = 0
  readonly #keys = new Set<string>()

  /** The trackers that were not noted for a viewer in this hour; from now on they are. */
  fresh(viewer: string, tracker_ids: Iterable<number>, now: number): number[] {
    const hour = Math.floor(now / HOUR_MS)
    if (hour !== this.#hour || this.#keys.size > MOST) this.#keys.clear()
    this.#hour = hour
    const found: number[] = []
    for (const id of tracker_ids) {
      const key = `${viewer} ${id}`
      if (this.#keys.has(key)) continue
      this.#keys.add(key)
      found.push(id)
    }
    return found
  }
}

const HOUR_MS = 3_600_000
/** Beyond it notes are written again, which changes nothing. */
const MOST = 50_000
