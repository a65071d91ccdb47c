import { Breath } from '#db/pace.ts'
import type { ApiContext } from '../../context.ts'
import { checkQuotas } from '../../crud/quotas.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import type { Importer, ImportRequest, NumberedLine, Written } from './importer.ts'

/**
 * Checks all lines, in parts, and that there is room for them; writes nothing.
 *
 * @throws {AppError} not_possible where the good lines are too many for a quota
 */
export async function checkLines(
  context: ApiContext,
  importer: Importer,
  request: ImportRequest & { preview: boolean },
): Promise<Tried> {
  const { viewer, organisation_id, lines } = request
  const tried: Tried = { created: 0, existing: 0, faults: [] }
  const pass = await importer.begin(context.db, request)
  const breath = new Breath()
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const some = lines.slice(at, at + AT_ONCE)
    count(tried, some, await pass.check(context.db, some))
    await breath.take()
  }
  if (tried.created > 0) {
    await transact(context, async (trx) => {
      await checkQuotas(trx, viewer, importer.quota, organisation_id, tried.created)
      await importer.checkRoom?.(trx, request, tried.created)
    })
  }
  return tried
}

/** Adds what became of some lines, or will. */
export function count(tried: Tried, lines: NumberedLine[], outcomes: Outcome[]): Tried {
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome instanceof AppError) tried.faults.push(faultOf(lines[i]!.number, outcome))
    else tried[outcome.is]++
  }
  return tried
}

export const faultOf = (line: number, { field, message }: AppError): Fault => ({
  line,
  ...(field && { field }),
  message,
})

/** Lines whose rows are looked up together. */
const AT_ONCE = 250

type Fault = { line: number; field?: string; message: string }
/** How many lines can be created, or were; how many there are already; and why the others cannot be. */
export type Tried = { created: number; existing: number; faults: Fault[] }
export type Outcome = { is: Written } | AppError
