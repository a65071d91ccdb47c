/**
 * What a failed batch means.
 *
 * - `away`: the database is not there, is full, or was stopped: the same batch will pass later.
 * - `conflict`: somebody else wrote the same rows: the same batch will pass when it is judged anew.
 * - `data`: the database refuses something in the batch: another try would fail as well.
 *
 * Source: PostgreSQL, appendix A, "PostgreSQL Error Codes".
 */
export function failureOf(error: unknown): 'away' | 'conflict' | 'data' {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return 'away' // a socket's error, or the driver's own
  if (code.startsWith('40')) return 'conflict' // transaction rollback: serialisation, deadlock
  return refusals.has(code.slice(0, 2)) ? 'data' : 'away'
}

/** 21 cardinality, 22 data, 23 integrity, 42 access or syntax, 44 check option, 54 program limits, XX internal. */
const refusals = new Set(['21', '22', '23', '42', '44', '54', 'XX'])

/**
 * A report that is stored already is found before it is written, but for one case: gateways whose clocks differ. The
 * primary key finds it then.
 */
export function isDuplicate(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint?.startsWith('tracker_event') === true
}
