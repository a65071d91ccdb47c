/**
 * The one place that reads what a failed statement says of itself: its SQLSTATE.
 *
 * Source: PostgreSQL, appendix A, "PostgreSQL Error Codes".
 */

/** The five characters that PostgreSQL classifies an error by; null for errors of a socket, a driver or the program. */
export function sqlstateOf(error: unknown): string | null {
  const code = codeOf(error)
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** What the database refuses in a statement or its values: another try would fail as well. Null for everything else. */
export function violationOf(error: unknown): Violation | null {
  return violations[codeOf(error) ?? ''] ?? null
}

/** The name of the constraint that a statement broke; '' where none is named. */
export function constraintOf(error: unknown): string {
  return (error as { constraint?: string } | null)?.constraint ?? ''
}

/** A row with the same key is there already. */
export const isUniqueViolation = (error: unknown): boolean => violationOf(error) === 'unique'

/** The statement was stopped: it took too long, or its caller has left. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === QUERY_CANCELED

/**
 * The database cannot answer now. Class 08 is the connection, 57P the server going or coming, 53 what it has run out of,
 * 40 a deadlock, 25P03 a transaction that waited too long.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return /^(08|57P|53|40|25P03)/.test(code) || /^E(CONN|PIPE|HOST|NOTFOUND)/.test(code) || isPoolTimeout(error)
}

/**
 * What a failed batch means.
 *
 * - `away`: the database is not there, is full, or was stopped: the same batch will pass later.
 * - `conflict`: somebody else wrote the same rows: the same batch will pass when it is judged anew.
 * - `data`: the database refuses something in the batch: another try would fail as well.
 */
export function failureOf(error: unknown): 'away' | 'conflict' | 'data' {
  const state = sqlstateOf(error)
  if (state === null) return 'away' // a socket's error, or the driver's own
  if (state.startsWith('40')) return 'conflict' // transaction rollback: serialisation, deadlock
  return refusals.has(state.slice(0, 2)) ? 'data' : 'away'
}

/**
 * Whether a failure lies in what was asked: an error of the program, or data or SQL that the database refuses; and not in
 * the database being away.
 */
export function isFaultOfRequest(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) return /^(22|23|42)/.test(code)
  // Of a lost connection the drivers say so with a plain error.
  return (error as Error).constructor !== Error
}

/** `query_canceled`, which a statement of a caller who has left ends with as well. */
export const QUERY_CANCELED = '57014'

const violations: Record<string, Violation> = {
  '23505': 'unique',
  '23503': 'reference',
  '23514': 'range',
  '22003': 'range',
  '22P02': 'range',
  '22021': 'text',
  '22P05': 'text',
  '22007': 'time',
  '22008': 'time',
}

/** 21 cardinality, 22 data, 23 integrity, 42 access or syntax, 44 check option, 54 program limits, XX internal. */
const refusals = new Set(['21', '22', '23', '42', '44', '54', 'XX'])

const isPoolTimeout = (error: unknown) => /^timeout exceeded when trying to connect/.test((error as Error).message)

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

type Violation = 'unique' | 'reference' | 'range' | 'text' | 'time'
