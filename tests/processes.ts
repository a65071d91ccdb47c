import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Seconds between readings: what a process uses after its last one is not counted. */
const EVERY_S = 2
/** Linux counts processor time in ticks of a hundredth of a second for programs, whatever the kernel's own are. */
const TICKS_A_SECOND = 100

/**
 * Adds up the processor time of this process and all that it, or the command that started it, has started: PostgreSQL
 * and Chromium are processes of their own. Only on Linux.
 *
 * @returns what ends it, with the seconds by kind of process; null elsewhere
 */
export function countProcesses(): (() => Map<string, number>) | null {
  if (!existsSync('/proc/self/stat')) return null
  const used = new Map<string, { kind: string; seconds: number }>()
  const ours = new Set([process.ppid, process.pid])
  const read = () => {
    for (const { key, pid, seconds } of familyOf(ours)) {
      used.set(key, { kind: kindOf(pid) ?? used.get(key)?.kind ?? 'other', seconds })
    }
  }
  read()
  const timer = setInterval(read, 1000 * EVERY_S)
  timer.unref()
  return () => {
    clearInterval(timer)
    read()
    const sums = new Map<string, number>()
    for (const { kind, seconds } of used.values()) sums.set(kind, (sums.get(kind) ?? 0) + seconds)
    return new Map([...sums].sort(([, a], [, b]) => b - a))
  }
}

/** The processes that descend from those known, which it adds: one whose parent has ended stays known. */
function familyOf(known: Set<number>): Process[] {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => processOf(Number(pid)) ?? [])
  for (let before = -1; before !== known.size; ) {
    before = known.size
    for (const { pid, parent } of running) if (known.has(parent)) known.add(pid)
  }
  return running.filter(({ pid }) => known.has(pid))
}

/** Null if it has ended. */
function processOf(pid: number): Process | null {
  const text = contentOf(`/proc/${pid}/stat`)
  if (!text) return null
  // proc(5): the name, in parentheses, may hold spaces; after it state, parent, …, utime, stime, …, starttime.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number) as [number, number, number]
  return { key: `${pid} ${fields[19]}`, pid, parent, seconds: (user + system) / TICKS_A_SECOND }
}

/** Null if it has ended. */
function kindOf(pid: number): string | null {
  const command = contentOf(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')
  if (!command) return null
  const [, part] = /--type=([\w-]+)/.exec(command) ?? []
  if (/^\S*chrom/.test(command)) return `Chromium: ${part ?? 'browser'}`
  if (/^\S*postgres\b/.test(command)) return 'PostgreSQL'
  if (/vitest\S* run/.test(command)) return 'vitest'
  if (/vitest/.test(command)) return 'workers'
  if (/server\/start\.ts/.test(command)) return 'servers that tests start'
  return 'other'
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

type Process = { key: string; pid: number; parent: number; seconds: number }
