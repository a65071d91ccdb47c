/** The payload of AIVDM: six bits a character, read as numbers and text. Source: ITU-R M.1371-5, annex 8. */
export class Bits {
  #bits: Uint8Array

  /** @param fill bits at the end that only fill up the last character */
  constructor(payload: string, fill: number) {
    const bits = new Uint8Array(Math.max(0, payload.length * 6 - fill))
    for (let i = 0; i < bits.length; i++) {
      const code = payload.charCodeAt(Math.floor(i / 6)) - 48
      bits[i] = ((code > 40 ? code - 8 : code) >> (5 - (i % 6))) & 1
    }
    this.#bits = bits
  }

  get length(): number {
    return this.#bits.length
  }

  unsigned(from: number, count: number): number {
    let value = 0
    for (let i = from; i < from + count; i++) value = value * 2 + (this.#bits[i] ?? 0)
    return value
  }

  signed(from: number, count: number): number {
    const value = this.unsigned(from, count)
    return value >= 2 ** (count - 1) ? value - 2 ** count : value
  }

  /** Null where nothing is entered; `@` ends it. */
  text(from: number, characters: number): string | null {
    let text = ''
    for (let i = 0; i < characters && from + i * 6 + 6 <= this.length; i++) {
      const code = this.unsigned(from + i * 6, 6)
      if (code === 0) break
      text += String.fromCharCode(code < 32 ? code + 64 : code)
    }
    return text.trim() || null
  }
}
