import { longestStride, metresBetween, shortestWay } from './track.ts'

/**
 * Positions and movement of all markers in flat arrays, so that ten thousand move without garbage collection. Mercator
 * coordinates, from 0 to 1.
 */
export class Field {
  readonly ids: number[] = []
  private slots = new Map<number, number>()
  private x0 = new Float64Array(256)
  private y0 = new Float64Array(256)
  private dx = new Float64Array(256)
  private dy = new Float64Array(256)
  private start = new Float64Array(256)
  private lasts = new Float64Array(256)
  styles = new Uint8Array(256 * 4)
  /** 1: part of a cluster, not drawn. */
  private hidden = new Uint8Array(256)
  /** Positions of clusters, which labels avoid. */
  clusterPositions: { x: number; y: number }[] = []
  /** Whether a marker was added, removed, jumped or changed its style since the last frame. */
  urgent = false
  /** Speed of the fastest marker since the last frame, in world widths per millisecond. */
  fastest = 0

  get size(): number {
    return this.ids.length
  }

  /** Sets a marker's position. With `lasts` it moves there in that many milliseconds, unless it is too far. */
  put(id: number, x: number, y: number, style: MarkerStyle, now: number, lasts: number) {
    const known = this.slots.get(id)
    const slot = known ?? this.append(id)
    const from = known === undefined ? { x, y } : this.at(slot, now)
    const [dx, dy] = [shortestWay(from.x, x), y - from.y]
    const moves = lasts > 0 && (dx !== 0 || dy !== 0) && metresBetween(dx, dy, y) <= longestStride
    this.x0[slot] = moves ? from.x : x
    this.y0[slot] = moves ? from.y : y
    this.dx[slot] = moves ? dx : 0
    this.dy[slot] = moves ? dy : 0
    this.start[slot] = now
    this.lasts[slot] = moves ? lasts : 0
    if (moves) this.fastest = Math.max(this.fastest, (Math.abs(dx) + Math.abs(dy)) / lasts)
    else if (dx !== 0 || dy !== 0 || known === undefined) this.urgent = true
    this.paint(slot, style)
  }

  /** Changes a marker's style without interrupting its movement. */
  restyle(id: number, style: MarkerStyle) {
    const slot = this.slots.get(id)
    if (slot !== undefined) this.paint(slot, style)
  }

  remove(id: number) {
    const slot = this.slots.get(id)
    if (slot === undefined) return
    const last = this.ids.length - 1
    for (const column of [this.x0, this.y0, this.dx, this.dy, this.start, this.lasts]) column[slot] = column[last]!
    this.hidden[slot] = this.hidden[last]!
    this.hidden[last] = 0
    this.styles.copyWithin(slot * 4, last * 4, last * 4 + 4)
    this.ids[slot] = this.ids[last]!
    this.slots.set(this.ids[slot]!, slot)
    this.slots.delete(id)
    this.ids.pop()
    this.urgent = true
  }

  /** Hides the members of clusters. */
  hide(ids: ReadonlySet<number>) {
    for (const [slot, id] of this.ids.entries()) {
      const hidden = ids.has(id) ? 1 : 0
      if (this.hidden[slot] !== hidden) this.urgent = true
      this.hidden[slot] = hidden
    }
  }

  isHidden(slot: number): boolean {
    return this.hidden[slot] === 1
  }

  /** Positions of markers drawn above all others: outside, selected or hovered. */
  front(now: number): { x: number; y: number }[] {
    const places: { x: number; y: number }[] = []
    for (let slot = 0; slot < this.ids.length; slot++) {
      const over = this.styles[slot * 4] === 1 || this.styles[slot * 4 + 2] !== 0
      if (over && !this.hidden[slot]) places.push(this.at(slot, now))
    }
    return places
  }

  place(id: number, now: number): { x: number; y: number } | null {
    const slot = this.slots.get(id)
    return slot === undefined ? null : this.at(slot, now)
  }

  /**
   * Writes x, y of all markers relative to a centre, on the nearest copy of the world. Returns the speed of the
   * fastest in world widths per millisecond, 0 without movement.
   */
  write(out: Float32Array, centre: { x: number; y: number }, now: number): number {
    let fastest = 0
    this.urgent = false
    this.fastest = 0
    for (let slot = 0; slot < this.ids.length; slot++) {
      const lasts = this.lasts[slot]!
      const part = lasts > 0 ? (now - this.start[slot]!) / lasts : 1
      const reach = Math.min(part, 1)
      const [dx, dy] = [this.dx[slot]!, this.dy[slot]!]
      // Hidden markers are placed off screen.
      out[slot * 2] = this.hidden[slot] ? beyond : shortestWay(centre.x, this.x0[slot]! + dx * reach)
      out[slot * 2 + 1] = this.y0[slot]! + dy * reach - centre.y
      if (part < 1 && !this.hidden[slot]) fastest = Math.max(fastest, (Math.abs(dx) + Math.abs(dy)) / lasts)
    }
    return fastest
  }

  /** The nearest marker within a distance. */
  selectTracker(x: number, y: number, reach: number, now: number): number | null {
    let [best, found] = [reach, null as number | null]
    for (let slot = 0; slot < this.ids.length; slot++) {
      if (this.hidden[slot]) continue
      const at = this.at(slot, now)
      const distance = Math.hypot(shortestWay(x, at.x), at.y - y)
      if (distance <= best) [best, found] = [distance, this.ids[slot]!]
    }
    return found
  }

  private at(slot: number, now: number): { x: number; y: number } {
    const lasts = this.lasts[slot]!
    const reach = lasts > 0 ? Math.min(1, (now - this.start[slot]!) / lasts) : 1
    return { x: this.x0[slot]! + this.dx[slot]! * reach, y: this.y0[slot]! + this.dy[slot]! * reach }
  }

  private paint(slot: number, style: MarkerStyle) {
    // A heading can wait for the next frame; colour, form and mark cannot.
    for (let byte = 0; byte < 3; byte++) this.urgent ||= this.styles[slot * 4 + byte] !== style[byte]
    this.styles.set(style, slot * 4)
  }

  private append(id: number): number {
    const slot = this.ids.push(id) - 1
    this.slots.set(id, slot)
    if (slot >= this.x0.length) this.grow()
    return slot
  }

  private grow() {
    const size = this.x0.length * 2
    const longer = (column: Float64Array) => {
      const next = new Float64Array(size)
      next.set(column)
      return next
    }
    ;[this.x0, this.y0, this.dx, this.dy] = [longer(this.x0), longer(this.y0), longer(this.dx), longer(this.dy)]
    ;[this.start, this.lasts] = [longer(this.start), longer(this.lasts)]
    const styles = new Uint8Array(size * 4)
    styles.set(this.styles)
    this.styles = styles
    const hidden = new Uint8Array(size)
    hidden.set(this.hidden)
    this.hidden = hidden
  }
}

const beyond = 9

/** Four bytes for the shader: colour, form, mark (selected, hovered), heading in 1/256 turns. */
export type MarkerStyle = [colour: number, form: number, mark: number, heading: number]
