/** A typed array of a length that is not known in advance. */
export class Growing<A extends Float64Array | Uint32Array | Uint16Array> {
  #values: A
  #make: new (
    length: number,
  ) => A
  length = 0

  constructor(make: new (length: number) => A) {
    this.#make = make
    this.#values = new make(1024)
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new this.#make(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  /** What was pushed, in an array of its length. */
  take(): A {
    return this.#values.slice(0, this.length) as A
  }
}
