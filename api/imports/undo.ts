import type { FastifyError } from 'fastify'
import { Type } from 'typebox'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../crud/action.ts'
import { organisationFor } from '../crud/belonging.ts'
import { remove, update } from '../crud/crud.ts'
import { makeCheck } from '../crud/imports/cells.ts'
import { narrowTo } from '../crud/resource.ts'
import { checkMay } from '../crud/roles/may.ts'
import { transact } from '../crud/transact.ts'
import { toAppError } from '../http/failures.ts'
import { kindOf } from './kinds.ts'

const MOST_ROWS = 200

const Body = Type.Object(
  {
    kind: Type.String({ maxLength: 50 }),
    rows: Type.Array(
      Type.Object(
        {
          line: Type.Integer(),
          id: Id,
          modified_at: Timestamp,
          before: Nullable(Type.Record(Type.String({ maxLength: 50 }), Type.Unknown())),
          what: Type.Optional(Type.String({ maxLength: 50 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MOST_ROWS },
    ),
    organisation_id: Type.Optional(Id),
  },
  { additionalProperties: false },
)
const Answer = Type.Object({
  undone: Type.Integer(),
  faults: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() })),
})

/** Removes what an import has created, and puts back what it has changed. */
export const undoImport = defineAction({
  method: 'POST',
  path: 'import/undo',
  tags: ['imports'],
  summary: 'Undo an import: rows that were changed since stay',
  description: `\`rows\` are those of the answer, at most ${MOST_ROWS} at once. Each is removed, or changed back, by itself.`,
  body: Body,
  answer: Answer,
  status: 200,
  run({ context, viewer, body }) {
    const organisation_id = organisationFor(viewer, body.organisation_id)
    const { kind } = kindOf(body.kind, viewer, organisation_id)
    const { resource, is_used } = kind
    checkMay(resource, viewer, organisation_id)
    const check = resource.update && makeCheck(resource.update.body)
    const undo = async ({ id, modified_at, before, what }: (typeof body.rows)[number]) => {
      const take = kind.whole?.undo
      if (take) {
        const writer = narrowTo(resource, viewer, 'write')
        await transact(context, (trx) => take(trx, { viewer: writer, organisation_id, id, what: what ?? null }))
        return
      }
      if (before !== null && resource.update) {
        // As a client writes it: values as they were read.
        check?.(structuredClone(before))
        await update(context, resource, viewer, { ...before, id, modified_at })
        return
      }
      await is_used?.(context.db, id)
      await remove(context, resource, viewer, { id, modified_at })
    }
    return inBackground(async () => {
      const answer: { undone: number; faults: { line: number; message: string }[] } = { undone: 0, faults: [] }
      for (const row of body.rows.toReversed()) {
        try {
          await undo(row)
          answer.undone++
        } catch (error) {
          const refusal = toAppError(error as FastifyError)
          if (!refusal) throw error
          answer.faults.push({ line: row.line, message: refusal.message })
        }
      }
      return answer
    })
  },
})
