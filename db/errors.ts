/**
 * The only reader of SQLSTATE.
 *
 * Source: PostgreSQL, appendix A, "PostgreSQL Error Codes".
 */

/** The SQLSTATE of an error; null for errors of sockets, drivers or the program. */
export function sqlstateOf(error: unknown): string | null {
  const code = codeOf(error)
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** The constraint or value that the database refused; a retry would fail, too. Null for everything else. */
export function violationOf(error: unknown): Violation | null {
  return violations[codeOf(error) ?? ''] ?? null
}

/** The name of the violated constraint; '' if none. */
export function constraintOf(error: unknown): string {
  return (error as { constraint?: string } | null)?.constraint ?? ''
}

/** A row with the same key exists. */
export const isUniqueViolation = (error: unknown): boolean => violationOf(error) === 'unique'

/** The statement was cancelled: by its timeout, or because the client disconnected. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === QUERY_CANCELED

/** Two transactions have waited for each other, and this one was undone: it may be done again. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01'

/** A lock was not to be had within `lock_timeout`: others have it, a retry may succeed. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/**
 * The database is unavailable. Class 08 is the connection, 57P a server start or shutdown, 53 insufficient resources,
 * 40 a deadlock, 25P03 an idle transaction.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return /^(08|57P|53|40|25P03)/.test(code) || /^E(CONN|PIPE|HOST|NOTFOUND)/.test(code) || isPoolTimeout(error)
}

/**
 * Classifies the failure of a batch.
 *
 * - `away`: the database is unavailable, full, or cancelled the statement: retry the same batch.
 * - `conflict`: another transaction wrote the same rows: judge the batch again.
 * - `data`: the database refuses data in the batch: a retry would fail, too.
 */
export function failureOf(error: unknown): 'away' | 'conflict' | 'data' {
  const state = sqlstateOf(error)
  if (state === null) return 'away' // from the socket or the driver
  if (state.startsWith('40')) return 'conflict' // transaction rollback: serialisation, deadlock
  return refusals.has(state.slice(0, 2)) ? 'data' : 'away'
}

/** Whether the failure is permanent: a bug, or data or SQL that the database refuses; not unavailability. */
export function isFaultOfRequest(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) return /^(22|23|42)/.test(code)
  // Drivers report a lost connection as a plain Error.
  return (error as Error).constructor !== Error
}

/** `query_canceled`, also for statements of clients that have disconnected. */
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
