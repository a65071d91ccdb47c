import { DateTime } from 'luxon'
import { inUnits, type Measure, type Units, type Value } from '../../crud/sheets/measures.ts'

/** A value as a text for people; nothing for null. */
export function textOf(value: Value | undefined, measure: Measure, { timezone, units, digits = 0 }: Shown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') {
    return measure === 'moment' ? DateTime.fromISO(value, { zone: timezone }).toFormat('d LLL yyyy, HH:mm') : value
  }
  const number = inUnits(value, measure, units)
  if (measure === 'duration') return durationText(value)
  if (measure === 'share') return shareText(value, digits)
  if (measure === 'number') return decimalText(value, digits)
  return number.toFixed(measure === 'distance' ? 1 : 0)
}

/** With decimals, what is more than nothing is never 0 %, and what is not all never 100 %. */
function shareText(value: number, digits: number): string {
  const least = 10 ** -digits
  const percent =
    value > 0 && value < 1 && digits > 0 ? Math.min(100 - least, Math.max(least, value * 100)) : value * 100
  return `${percent.toFixed(digits)} %`
}

/** With some decimals, and one more where they would hide what the value is. */
function decimalText(value: number, digits: number): string {
  const text = value.toFixed(digits)
  const longer = value.toFixed(digits + 1)
  return (Number(text) === Number(longer) ? text : longer).replace(/^-(?=[0.]+$)/, '').replace('-', '−')
}

/** As `4 h 21 min`; less than a minute in seconds. */
export function durationText(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  const [h, min] = [Math.floor(minutes / 60), minutes % 60]
  return [h > 0 && `${h} h`, min > 0 && `${min} min`].filter(Boolean).join(' ')
}

type Shown = { timezone: string; units: Units; digits?: number | undefined }
