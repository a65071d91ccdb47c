import { readFileSync } from 'node:fs'

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en').replaceAll(',', ' ')}/s`
export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const percentiles = (p50: number, p99: number) => `p50 ${ms(p50)}, p99 ${ms(p99)}`
export const megabytes = (bytes: number) =>
  `${Math.round(bytes / 1e6)
    .toLocaleString('en')
    .replaceAll(',', ' ')} MB`

/** Resident bytes of a process: now, and the most it has had. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) * 1024
  return { now: bytes('VmRSS'), most: bytes('VmHWM') }
}

/** A line of the table; `value` in `unit` is for `--json`. */
export type Row = {
  what: string
  measured: string
  value: number
  unit: string
  goal?: string
  reached?: boolean
}
