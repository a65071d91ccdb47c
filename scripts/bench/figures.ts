import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

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

/** Resident memory of a process in bytes: current and peak. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) * 1024
  return { now: bytes('VmRSS'), most: bytes('VmHWM') }
}

/** Begins the peak of a process's resident memory again (proc_pid_clear_refs(5)). */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Resident memory of a process and its children together, in bytes; 0 once it has ended. */
export function residentOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    // A process that has just ended, or begins, has no figure.
    return (memoryOf(pid).now || 0) + children.reduce((sum, child) => sum + residentOf(Number(child)), 0)
  } catch {
    return 0
  }
}

/** CPU seconds used by a process and its children. */
export function cpuOf(pid: number): number {
  let ticks = timesOf(pid)!.own + timesOf(pid)!.ended
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null
    if (times?.parent === pid) ticks += times.own
  }
  return ticks / TICKS_A_SECOND
}

/** USER_HZ: always 100 on Linux. */
const TICKS_A_SECOND = 100

/** Fields of proc_pid_stat(5): 4 parent, 14 and 15 own time, 16 and 17 time of ended children. */
function timesOf(pid: number): { parent: number; own: number; ended: number } | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null // it has just ended
  }
  // The second field is the program's name in brackets and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) }
}

/** A row of the table; `value` in `unit` is for `--json`. */
export type Row = {
  what: string
  measured: string
  value: number
  unit: string
  goal?: string
  /** Lines that are printed below the table. */
  notes?: string
  reached?: boolean
}
