import { type Attributes, BadReport, type Report } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import { reading } from '../shared/units.ts'
import { utc } from '../shared/utc.ts'
import { modelOf, saysVin } from './models.ts'

/**
 * `+RESP:GTFRI,version,IMEI,[VIN,]name,…,send time,count`: the common fields of all sentences.
 *
 * @throws {BadReport}
 */
export function parseSentence(text: string): Sentence {
  const [head = '', ...rest] = text.split(',')
  const parts = /^\+(RESP|BUFF|ACK):GT([A-Z0-9]{3})$/.exec(head)
  if (!parts) throw new BadReport('head: is not +RESP:GTxxx, +BUFF:GTxxx or +ACK:GTxxx')
  if (rest.length > MAX_FIELDS) throw new BadReport(`fields: are more than ${MAX_FIELDS}`)
  // The oldest messages end with a version of their own behind the count.
  if (/^\d{10}$/.test(rest.at(-1)!) && /^[0-9A-F]{4}$/.test(rest.at(-2) ?? '') && momentOf(rest.at(-3)) !== null)
    rest.pop()
  const fields = [head, ...rest]
  // The oldest messages have no version before the number.
  const imei = /^\d{15}$/.test(fields[1] ?? '') ? 1 : [2, 1].find((at) => isNumber(fields[at] ?? ''))
  if (imei === undefined) throw new BadReport('imei: is neither 15 digits nor 14 hexadecimal digits')
  const version = imei === 2 ? fields[1]! : ''
  const model = modelOf(version)
  const vin = saysVin(model) ? (fields[imei + 1] ?? '') : ''
  return {
    kind: parts[1]!,
    type: parts[2]!,
    fields,
    version,
    model,
    number: fields[imei]!,
    vin: /^[A-Z0-9]{17}$/.test(vin) ? vin : null,
    body: imei + (saysVin(model) ? 3 : 2),
    end: fields.length - 2,
    sent_at: momentOf(fields.at(-2)),
    count: fields.at(-1)!,
  }
}

const MAX_FIELDS = 1000

const isNumber = (text: string) => /^(\d{15}|[0-9A-F]{14})$/i.test(text)

/** `yyyymmddhhmmss`; null for anything else. */
export function momentOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{14}$/.test(text)) return null
  const [year, ...rest] = [text.slice(0, 4), ...(text.slice(4).match(/\d\d/g) ?? [])].map(Number)
  const [month, day, hour, minute, second] = rest as [number, number, number, number, number]
  return year! >= 1970 && year! < 2100 ? utc(year!, month, day, hour, minute, second) : null
}

/** A report with the sentence's common fields. Without a fix its time is the send time. */
export function reportFrom(sentence: Sentence, report: Partial<Report>, attributes: Attributes): Report {
  const { kind, type, vin, count, sent_at } = sentence
  return reportOf({
    ...report,
    fix_at: report.fix_at ?? sent_at,
    attributes: { type, vin, ...(kind === 'BUFF' ? { archive: true } : {}), ...attributes },
    seq: /^[0-9A-F]{4}$/i.test(count) ? Number.parseInt(count, 16) : null,
  })
}

/** Of millivolts, volts. */
export function thousandth(field: string | undefined): number | null {
  const value = reading(field)
  return value === null ? null : value / 1000
}

export const isHex = (text: string | undefined, length: number) =>
  text !== undefined && text.length === length && /^[0-9A-F]+$/i.test(text)

/** Hexadecimal digits as a number; 0 for anything else. */
export const hex = (text: string | undefined) =>
  text !== undefined && /^[0-9A-F]{1,8}$/i.test(text) ? Number.parseInt(text, 16) : 0

export type Sentence = {
  kind: string
  type: string
  fields: string[]
  version: string
  model: string
  /** IMEI or MEID. */
  number: string
  vin: string | null
  /** The field behind the name. */
  body: number
  /** The field of the send time. */
  end: number
  sent_at: number | null
  count: string
}
