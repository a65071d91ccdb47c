import { BadReport } from '../report.ts'
import { reading } from '../shared/units.ts'
import { utc } from '../shared/utc.ts'

/** Reads the fields between semicolons one after the other. */
export class Fields {
  readonly all: string[]
  at: number

  constructor(all: string[], at = 0) {
    this.all = all
    this.at = at
  }

  get left(): number {
    return this.all.length - this.at
  }

  /** What follows, as it came. */
  get rest(): string {
    return this.all.slice(this.at).join(';')
  }

  peek(offset = 0): string {
    return this.all[this.at + offset] ?? ''
  }

  /** @throws {BadReport} where the message is over */
  text(name: string): string {
    const text = this.all[this.at++]
    if (text === undefined) throw new BadReport(`${name}: is missing`)
    return text
  }

  /** @throws {BadReport} if it is not a decimal number */
  number(name: string): number {
    const value = reading(this.text(name))
    if (value === null) throw new BadReport(`${name}: is not a number`)
    return value
  }

  /** An optional number; null if empty or invalid. */
  maybe(): number | null {
    return this.left > 0 ? reading(this.all[this.at++]) : null
  }

  /** `yyyymmdd` and `hh:mm:ss`. @throws {BadReport} */
  time(): number | null {
    const parts = /^(\d{4})(\d\d)(\d\d)(\d\d):(\d\d):(\d\d)$/.exec(this.text('date') + this.text('time'))
    if (parts === null) throw new BadReport('date: is not yyyymmdd;hh:mm:ss')
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
    return utc(year, month, day, hour, minute, second)
  }
}

/** A hexadecimal number; null if invalid. */
export const hex = (text: string) => (/^[0-9A-F]{1,12}$/i.test(text) ? Number.parseInt(text, 16) : null)
