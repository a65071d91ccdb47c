import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { findPostgres } from '../postgres.ts'
import { megabytes, type Row } from './figures.ts'
import { mosquittoVersion } from './mosquitto.ts'

/** Formats rows as an aligned table. */
export function tableOf(rows: Row[]): string {
  const lines = [
    ['what', 'measured', 'goal', 'reached?'],
    ...rows.map((r) => [r.what, r.measured, r.goal ?? '', r.reached === undefined ? '' : r.reached ? 'yes' : 'NO']),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]!.length)))
  const text = lines.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
  return [text[0], widths.map((width) => '─'.repeat(width)).join('  '), ...text.slice(1)].join('\n')
}

/** The machine and software that the figures depend on. */
export function machineOf(load_before: number): Record<string, string> {
  const postgres = findPostgres()
  const cores = availableParallelism()
  return {
    cores: `${cores} (${cpus()[0]?.model.trim() ?? 'unknown'}), shared by servers, databases and load`,
    'load before': `${load_before.toFixed(1)}${load_before > cores / 2 ? ', so others were at work: the figures are too low' : ''}`,
    memory: megabytes(totalmem()),
    node: process.version,
    PostgreSQL: 'missing' in postgres ? 'not installed' : `${postgres.version}, its defaults, fsync on`,
    mosquitto: mosquittoVersion() ?? 'not installed',
  }
}

export function writeJson(path: string, rows: Row[], machine: Record<string, string>): void {
  const figures = rows.map(({ what, value, unit, goal, reached }) => ({
    what: what.trim(),
    value,
    unit,
    goal,
    reached,
  }))
  writeFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2)}\n`)
}
