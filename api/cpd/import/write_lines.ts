import type { FastifyError } from 'fastify'
import type { Trx } from '#db/database.ts'
import { Pace } from '#db/pace.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { checkQuotas } from '../../crud/quotas.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { toAppError } from '../../http/failures.ts'
import { count, faultOf, type Outcome, type Tried } from './check_lines.ts'
import type { Importer, ImportRequest, NumberedLine, Pass } from './importer.ts'

/**
 * Writes lines that were checked, in parts, each in a short transaction that checks them again. What refuses a part, such
 * as a cycle that was closed in between, ends the import: the lines before stay, and the others are named as faults.
 *
 * @throws {AppError} where the first part as a whole is refused, so that nothing is written
 */
export async function writeLines(context: ApiContext, importer: Importer, request: Request): Promise<Tried> {
  const { viewer, organisation_id, lines, skip_bad, checked } = request
  const tried: Tried = { created: 0, existing: 0, faults: [] }
  const pass = await importer.begin(context.db, { ...request, preview: false })
  const pace = new Pace(importer.pace)
  for (let at = 0; at < lines.length; ) {
    try {
      const part = await pace.part(
        (work) => transact(context, work),
        async (trx, most) => {
          const some = lines.slice(at, at + most)
          const of_part = await writePart(trx, pass, some)
          if (of_part.faults.length > 0 && !skip_bad) throw new BadLines(of_part.faults)
          await checkQuotas(trx, viewer, importer.quota, organisation_id)
          if (at === 0) await auditImport(trx, importer, request, checked)
          return { size: some.length, ...of_part }
        },
      )
      at += part.size
      tried.created += part.created
      tried.existing += part.existing
      tried.faults.push(...part.faults)
    } catch (error) {
      if (at === 0 && !(error instanceof BadLines)) throw error
      tried.faults.push(...faultsOf(error, lines.slice(at)))
      context.log.warn({ err: error, lines: lines.length, written: at }, 'an import has ended early')
      if (at > 0) await transact(context, (trx) => auditImport(trx, importer, request, tried))
      break
    }
  }
  return tried
}

/** Why the rest was not written, first the lines that are the reason. */
function faultsOf(error: unknown, rest: NumberedLine[]): Tried['faults'] {
  if (!(error instanceof BadLines)) {
    const reason = toAppError(error as FastifyError) ?? new AppError('internal')
    return rest.map(({ number }) => faultOf(number, reason))
  }
  const bad = new Set(error.faults.map(({ line }) => line))
  const others = rest.filter(({ number }) => !bad.has(number))
  const message = `Was not written, since line ${error.faults[0]!.line} was refused.`
  return [...error.faults, ...others.map(({ number }) => ({ line: number, message }))]
}

/** Thrown to undo a part in which lines were refused that had been found good before. */
class BadLines extends Error {
  readonly faults: Tried['faults']

  constructor(faults: Tried['faults']) {
    super('Lines of an import were refused.')
    this.faults = faults
  }
}

async function writePart<Row>(trx: Trx, pass: Pass<Row>, lines: NumberedLine[]): Promise<Tried> {
  await pass.lock?.(trx)
  const checked = await pass.check(trx, lines)
  const rows = checked.flatMap((one) => (one instanceof AppError || one.row === null ? [] : [one.row]))
  const written = (await pass.write(trx, rows)).values()
  const outcomes = checked.map((one): Outcome => {
    if (one instanceof AppError || one.row === null) return one
    const is = written.next().value!
    return is instanceof AppError ? is : { is }
  })
  return count({ created: 0, existing: 0, faults: [] }, lines, outcomes)
}

function auditImport(trx: Trx, { resource }: Importer, { viewer, organisation_id, lines }: Request, tried: Tried) {
  const details = { lines: lines.length, created: tried.created, faults: tried.faults.length }
  return audit(trx, viewer, `${resource}.import`, { organisation_id, entity: resource, details })
}

type Request = ImportRequest & { skip_bad: boolean; checked: Tried }
