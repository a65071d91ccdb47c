import type { FastifyError } from 'fastify'
import { type Static, Type } from 'typebox'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { organisationFor } from '../crud/belonging.ts'
import { read, show, updateIn } from '../crud/crud.ts'
import { type Domain, resourcesOf } from '../crud/domain.ts'
import { featureOff } from '../crud/features.ts'
import { makeCheck } from '../crud/imports/cells.ts'
import { isSame } from '../crud/imports/write_line.ts'
import type { Resource } from '../crud/resource.ts'
import { checkMay } from '../crud/roles/may.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'
import { toAppError } from '../http/failures.ts'
import { makeFairLimiter } from '../http/fair_limiter.ts'

const MOST_ROWS = 200
const Fields = Type.Record(Type.String({ maxLength: 50 }), Type.Unknown())
const Lists = Type.Record(
  Type.String({ maxLength: 50 }),
  Type.Array(Type.Union([Type.String({ maxLength: 200 }), Type.Number()]), { maxItems: 1000 }),
)

const Body = Type.Object(
  {
    resource: Type.String({ maxLength: 50, description: 'What the rows are, such as tracker' }),
    rows: Type.Array(
      Type.Object(
        {
          id: Id,
          /** The row is left as it is if it has changed since. */
          modified_at: Type.Optional(Timestamp),
          set: Type.Optional(Fields),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MOST_ROWS, description: `At most ${MOST_ROWS}; \`set\` is of this row alone` },
    ),
    /** Values of all rows, by field. */
    set: Type.Optional(Fields),
    /** What fields with several values get besides theirs. */
    add: Type.Optional(Lists),
    /** What fields with several values lose. */
    remove: Type.Optional(Lists),
    dry_run: Type.Optional(Type.Boolean({ description: 'Checks every row, and writes nothing' })),
    organisation_id: Type.Optional(Id),
  },
  { additionalProperties: false },
)
const Answer = Type.Object({
  changed: Type.Integer(),
  /** Rows that are so already. */
  same: Type.Integer(),
  faults: Type.Array(Type.Object({ id: Id, field: Type.Optional(Type.String()), message: Type.String() })),
  /** What was written, as `rows` of a request that undoes it; empty in a dry run. */
  rows: Type.Array(Type.Object({ id: Id, modified_at: Nullable(Type.String()), set: Fields })),
})

const known = new Map<string, { resource: Resource; feature: Feature | undefined }>()

/** Takes the resources that say which of their fields are set for many rows at once (`bulk`). */
export function takeBulk(domains: Domain[]): void {
  for (const domain of domains) {
    for (const resource of resourcesOf([domain])) {
      if (resource.bulk) known.set(resource.name, { resource, feature: domain.feature })
    }
  }
}

const limiter = makeFairLimiter({ concurrency: 2, per_user: 2, total: 20 })

export const changeMany = defineAction({
  method: 'POST',
  path: 'bulk',
  tags: ['imports'],
  summary: 'Change many rows at once, or undo that',
  description:
    'Each row is changed or refused by itself, as a request of its own would be. A dry run says how many would change ' +
    'and which are refused, with the reason. `rows` of the answer are what undoes it, sent as they are.',
  body: Body,
  answer: Answer,
  status: 200,
  run: ({ context, viewer, body }) =>
    limiter(String(viewer.user_id), () => inBackground(() => changeAll(context, viewer, body))),
})

async function changeAll(context: ApiContext, viewer: Viewer, body: Change): Promise<Static<typeof Answer>> {
  const organisation_id = organisationFor(viewer, body.organisation_id)
  const resource = resourceOf(body.resource, viewer, organisation_id)
  checkMay(resource, viewer, organisation_id)
  checkFields(resource, [body.set, body.add, body.remove])
  for (const { set } of body.rows) checkFields(resource, [set])
  const check = makeCheck(resource.update!.body)
  const answer: Static<typeof Answer> = { changed: 0, same: 0, faults: [], rows: [] }
  for (const row of body.rows) {
    try {
      const changed = await changeOne(context, { resource, check, viewer }, row, body)
      if (changed === null) answer.same++
      else answer.changed++
      if (changed && !body.dry_run) answer.rows.push(changed)
    } catch (error) {
      const refusal = toAppError(error as FastifyError)
      if (!refusal && answer.rows.length === 0) throw error
      if (!refusal) context.log.error({ err: error }, 'a row of a bulk change failed')
      const { field, message } = refusal ?? new AppError('internal')
      answer.faults.push({ id: row.id, ...(field && { field }), message })
    }
  }
  return answer
}

/** @returns what undoes the change; null where the row is so already */
async function changeOne(
  context: ApiContext,
  { resource, check, viewer }: Of,
  row: Change['rows'][number],
  body: Change,
) {
  const { id } = row
  const before = await read(context.db, resource, viewer, id)
  const wanted = { ...body.set, ...row.set, ...listsOf(before, body) }
  const changes = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(before[name], value)))
  if (Object.keys(changes).length === 0) return null
  check(changes)
  const { organisation_id } = before
  const target = { ...changes, id, organisation_id }
  const prepared = await resource.update!.prepare?.(context.db, viewer, target, context.config)
  const request = { ...changes, id, ...(row.modified_at && { modified_at: row.modified_at }) }
  try {
    await transact(context, async (trx) => {
      await updateIn(trx, resource, viewer, request, prepared)
      if (body.dry_run) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
    return { id, modified_at: null, set: {} }
  }
  const { modified_at = null } = (await show(context, resource, viewer, id)) as { modified_at?: string }
  return { id, modified_at, set: Object.fromEntries(Object.keys(changes).map((name) => [name, before[name] ?? null])) }
}

/** The values of fields with several of them, with what is added and without what is removed. */
function listsOf(row: Record<string, unknown>, { add = {}, remove = {} }: Change): Record<string, unknown> {
  const names = [...new Set([...Object.keys(add), ...Object.keys(remove)])]
  return Object.fromEntries(
    names.map((name) => {
      const lost = new Set(remove[name])
      const values = [...((row[name] ?? []) as (string | number)[]), ...(add[name] ?? [])]
      return [name, [...new Set(values)].filter((value) => !lost.has(value))]
    }),
  )
}

function checkFields({ bulk, update }: Resource, [set = {}, ...lists]: (Record<string, unknown> | undefined)[]): void {
  for (const fields of [set, ...lists]) {
    const unknown = Object.keys(fields ?? {}).find((name) => !bulk!.includes(name))
    if (unknown !== undefined) throw wrong(unknown, `is not changed for many at once: ${bulk!.join(', ')} are.`)
  }
  for (const name of lists.flatMap((fields) => Object.keys(fields ?? {}))) {
    const { type } = update!.body.properties[name] as { type?: string }
    if (type !== 'array') throw wrong(name, 'has one value: set it.')
  }
}

function resourceOf(name: string, viewer: Viewer, organisation_id: number): Resource {
  const found = known.get(name)
  if (!found) throw wrong('resource', `must be one of ${[...known.keys()].join(', ')}.`)
  const membership = viewer.memberships.find((each) => each.organisation_id === organisation_id)
  if (found.feature && membership && !membership.features.includes(found.feature)) throw featureOff(found.feature)
  return found.resource
}

/** Thrown to roll back. */
class DryRun extends Error {}

type Change = Static<typeof Body>
type Of = { resource: Resource; check: (values: unknown) => void; viewer: Viewer }
