import { sql } from 'kysely'
import type { TObject } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import type { ApiContext } from '../context.ts'
import { AppError } from '../http/errors.ts'
import { audit, auditToken, isWatched } from './audit.ts'
import { noSuch } from './nouns.ts'

import { isRow, select, untyped } from './query.ts'
import { checkQuotas } from './quotas.ts'
import { type Created, narrowTo, type Resource, type RowIn } from './resource.ts'
import { rows, type TableName } from './rows.ts'
import { transact } from './transact.ts'
import type { Viewer } from './viewer.ts'

/** The statements behind every resource. Access is a scope in each of them, and nowhere else. */

export type { ListQuery } from './list_query.ts'
export { list, listAll } from './lists.ts'

/** @param lock until the transaction ends */
export async function read<Row extends TObject>(
  db: Db,
  resource: Resource<string, Row>,
  viewer: Viewer,
  id: number,
  { lock = false } = {},
): Promise<RowIn<Row>> {
  const row = await select(db, resource, viewer)
    .where(isRow(resource, id))
    .where(resource.reads(viewer))
    .$if(lock, (statement) => statement.forUpdate(resource.table))
    .executeTakeFirst()
  const read_row = row ?? (await resource.archived?.one(db, resource, viewer, id))
  if (!read_row) throw missing(resource)
  return read_row as RowIn<Row>
}

/** A row as answers have it. */
export async function show<Row extends TObject>(
  context: ApiContext,
  resource: Resource<string, Row>,
  viewer: Viewer,
  id: number,
): Promise<RowIn<Row>> {
  const row = await read(context.db, resource, viewer, id)
  await resource.complete?.(context, viewer, [row])
  return row
}

export async function create<Row extends TObject>(
  context: ApiContext,
  resource: Resource<string, Row>,
  viewer: Viewer,
  body: Record<string, unknown>,
): Promise<RowIn<Row>> {
  const prepared = await resource.create!.prepare?.(context.db, viewer, body, context.config)
  const { id, shown_once } = await transact(context, (trx) => createIn(trx, resource, viewer, body, prepared))
  return { ...(await show(context, resource, viewer, id)), ...shown_once }
}

/** Creates a row in a transaction of `transact`. */
export async function createIn(
  trx: Trx,
  resource: Resource,
  viewer: Viewer,
  body: Record<string, unknown>,
  prepared?: unknown,
): Promise<Created> {
  const created = await resource.create!.run(trx, narrowTo(resource, viewer, 'write'), body, prepared)
  const organisation_id = await organisationOfRow(trx, resource, created.id)
  if (resource.quota) await checkQuotas(trx, viewer, resource.quota, organisation_id)
  // Tokens are shown once; showing one is audited for all users.
  const target = { id: created.id, organisation_id, shown_once: created.shown_once !== undefined }
  await auditWrite(trx, resource, viewer, 'create', body, target)
  return created
}

export async function update(context: ApiContext, resource: Resource, viewer: Viewer, body: WriteRequest) {
  const { modified_at, ...changes } = body
  const { prepare } = resource.update!
  const prepared =
    prepare &&
    (await prepare(
      context.db,
      viewer,
      { ...changes, ...(await findTarget(context.db, resource, viewer, body)) },
      context.config,
    ))
  const updated = await transact(context, (trx) => updateIn(trx, resource, viewer, body, prepared))
  return { ...(await show(context, resource, viewer, body.id)), ...updated?.shown_once }
}

/** Updates a row in a transaction of `transact`. */
export async function updateIn(trx: Trx, resource: Resource, viewer: Viewer, body: WriteRequest, prepared?: unknown) {
  const { modified_at: _, ...changes } = body
  const target = await lockTarget(trx, resource, viewer, body)
  const writer = narrowTo(resource, viewer, 'write')
  const updated = await resource.update!.run(trx, writer, { ...changes, ...target }, prepared)
  await auditWrite(trx, resource, viewer, 'update', changes, target)
  return updated
}

/**
 * Takes a step of a row, such as its approval, in a transaction. The row is locked, as the viewer reads it.
 *
 * @param step checks the row, and returns the fields to set
 * @throws {AppError} not_found for a row that the viewer may not read
 */
export async function takeStep<Row extends TObject>(
  context: ApiContext,
  resource: Resource<string, Row>,
  viewer: Viewer,
  id: number,
  step: (trx: Trx, row: RowIn<Row>) => Promise<object>,
): Promise<void> {
  await transact(context, async (trx) => {
    const row = await read(trx, resource, viewer, id, { lock: true })
    const { organisation_id } = row as { organisation_id: number }
    const changes = await step(trx, row)
    await rows(trx, resource.table as TableName).update({ ...changes, id, organisation_id } as never)
  })
}

export async function remove(context: ApiContext, resource: Resource, viewer: Viewer, body: WriteRequest) {
  const { prepare_removal } = resource
  if (prepare_removal) {
    const target = await findTarget(context.db, resource, viewer, body)
    await inBackground(() => prepare_removal(context.db, target))
  }
  await transact(context, async (trx) => {
    const target = await lockTarget(trx, resource, viewer, body)
    const { id: _, modified_at: _version, ...choices } = body
    await resource.remove!(trx, viewer, { ...choices, ...target })
    await auditWrite(trx, resource, viewer, 'delete', choices, target)
  })
}

/** Finds the row to write: 404 out of read scope, 403 out of write scope. */
async function findTarget(db: Db, resource: Resource, viewer: Viewer, body: WriteRequest, lock = false) {
  const target = await untyped(db)
    .selectFrom(resource.table as string)
    .select(['id', 'modified_at', organisationOf(resource).as('organisation_id')])
    .select([sql<boolean>`${resource.writes(viewer)}`.as('writable'), isLocked(resource).as('locked')])
    .where(isRow(resource, body.id))
    .where(resource.reads(viewer))
    .$if(lock, (statement) => statement.forUpdate())
    .executeTakeFirst()
  if (!target) throw missing(resource)
  if (!target.writable) throw new AppError('forbidden')
  if (target.locked) throw new AppError('archived')
  // Optimistic concurrency: a form sends `modified_at` as it read it.
  if (body.modified_at && Date.parse(body.modified_at) !== Date.parse(target.modified_at))
    throw new AppError('outdated')
  return { id: target.id as number, organisation_id: target.organisation_id as number }
}

/** Locks the row that an action of one row writes, with the same refusals as an update. */
export const lockTarget = (trx: Trx, resource: Resource, viewer: Viewer, body: WriteRequest) =>
  findTarget(trx, resource, viewer, body, true)

/** Audits writes by administrators and impersonators, with the names of the fields in the body. */
async function auditWrite(
  trx: Trx,
  resource: Resource,
  viewer: Viewer,
  verb: string,
  body: object,
  target: AuditTarget,
) {
  const { organisation_id, shown_once } = target
  if (!isWatched(viewer, organisation_id)) {
    if (shown_once)
      await auditToken(trx, viewer, `${resource.name}.${verb}`, {
        organisation_id,
        entity: resource.name,
        entity_id: target.id,
      })
    return
  }
  const fields = Object.keys(body).filter((name) => name !== 'id')
  await audit(trx, viewer, `${resource.name}.${verb}`, {
    organisation_id,
    entity: resource.name,
    entity_id: target.id,
    ...(fields.length > 0 && { details: { fields } }),
  })
}

async function organisationOfRow(trx: Trx, resource: Resource, id: number): Promise<number | null> {
  const row = await untyped(trx)
    .selectFrom(resource.table as string)
    .select(organisationOf(resource).as('organisation_id'))
    .where(isRow(resource, id))
    .executeTakeFirst()
  return row?.organisation_id ?? null
}

const organisationOf = (resource: Resource) =>
  sql<number | null>`${resource.organisation_id ?? sql.ref(`${resource.table}.organisation_id`)}`

const isLocked = (resource: Resource) =>
  resource.lockable
    ? sql<boolean>`exists (select from data_lock l where l.organisation_id = ${organisationOf(resource)}
        and l.locked_until > ${sql.ref(`${resource.table}.created_at`)})`
    : sql<boolean>`false`

const missing = (resource: Resource) => new AppError('not_found', noSuch(resource), 'id')
export type WriteRequest = { id: number; modified_at?: string }
type AuditTarget = { id: number; organisation_id: number | null; shown_once?: boolean }
