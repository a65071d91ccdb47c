import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { Signature } from '#db/tables/people/signature.ts'
import { nothing, type Scope, scope } from '../../crud/access.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { checkName } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'

const { strokes, typed, is_default } = Signature.columns
/** Larger ones are refused with 413, not by their schema. */
const Png = Type.Union([
  Type.String({ maxLength: 1_000_000, contentEncoding: 'base64', pattern: '^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$' }),
  Type.Null(),
])

const STROKES_BYTES_MAX = 200 * 1024
const PNG_BYTES_MAX = 100 * 1024
/** Of a person. */
const COUNT_MAX = 20

/**
 * A person's signatures: for themselves alone, whatever the rights of others. What was signed keeps its own copy, so
 * that it stays as it was when a signature is changed or deleted.
 */
export const signature = defineResource({
  name: 'signature',
  plural: 'signatures',
  about: 'List my signatures',
  table: 'signature',
  row: Signature.row,
  filters: { organisation_id: equals('organisation_id', Id), is_default: equals('is_default', Type.Boolean()) },
  search: ['name'],
  sort: { id: null, name: null, created_at: null },
  default_sort: '-id',
  reads: ownSignatures,
  writes: ownSignatures,

  create: {
    body: bodyOf(
      { name: Type.String({ maxLength: 100 }) },
      { organisation_id: Id, strokes, png: Png, typed, is_default },
    ),
    async run(trx, viewer, { name, organisation_id: named, strokes = null, png = null, typed = null, is_default }) {
      checkNotImpersonating(viewer)
      checkDrawing({ strokes, png, typed })
      const organisation_id = organisationFor(viewer, named)
      const { user_id } = viewer
      await lockSignatures(trx, user_id)
      const { count, has_default } = await countSignatures(trx, user_id)
      if (count >= COUNT_MAX) {
        throw new AppError('not_possible', `You have ${COUNT_MAX} signatures. Please delete one first.`)
      }
      const { id } = await rows(trx, 'signature').insert({
        organisation_id,
        user_id,
        name: checkName(name),
        png,
        typed,
        is_default: false,
        strokes: asJson(strokes) as never,
      })
      // The first one is the default until another is chosen.
      if (is_default ?? !has_default) await makeDefault(trx, user_id, id)
      return { id }
    },
  },
  /** Not the default: it is another call, which locks all of a person's before any. */
  update: {
    body: bodyOf({}, { name: Type.String({ maxLength: 100 }), strokes, png: Png, typed }),
    async run(trx, _viewer, { id, organisation_id, ...changes }) {
      const { strokes, png, typed } = await trx
        .selectFrom('signature')
        .select(['strokes', 'png', 'typed'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      checkDrawing({ strokes, png, typed, ...changes })
      await rows(trx, 'signature').update({
        id,
        organisation_id,
        ...changes,
        name: checkName(changes.name),
        ...(changes.strokes !== undefined && { strokes: asJson(changes.strokes) as never }),
      })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'signature').remove(target),
})

/** Read and write scope: one's own signatures only, and none while impersonating. */
function ownSignatures({ user_id, impersonator_user_id }: Viewer): Scope {
  if (impersonator_user_id !== null) return nothing
  return scope('own', sql<boolean>`${sql.ref('signature.user_id')} = ${user_id}`)
}

/** Makes one of the person's signatures their default; the others are not any more. */
export async function makeDefault(trx: Trx, user_id: number, id: number): Promise<void> {
  await trx
    .updateTable('signature')
    .set({ is_default: false, modified_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute()
  await trx
    .updateTable('signature')
    .set({ is_default: true, modified_at: sql`now()` })
    .where('id', '=', id)
    .where('is_default', '=', false)
    .execute()
}

/** One change of a person's signatures at a time, so that there is one default. Ends with `trx`. */
export async function lockSignatures(trx: Trx, user_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`signatures ${user_id}`}, 0))`.execute(trx)
}

const asJson = (strokes: unknown[] | null) => strokes && sql`${JSON.stringify(strokes)}::jsonb`

async function countSignatures(trx: Trx, user_id: number) {
  const { rows } = await sql<{ count: number; has_default: boolean }>`
    select count(*)::int as count, coalesce(bool_or(is_default), false) as has_default
    from signature where user_id = ${user_id}`.execute(trx)
  return rows[0]!
}

/** @throws {AppError} bad_request for one without strokes and name, too_large */
function checkDrawing({ strokes, png, typed }: Drawing): void {
  if ((!strokes || strokes.length === 0) && !typed) {
    throw wrong('strokes', 'are missing. Please draw the signature, or give it as `typed`.')
  }
  if (strokes && Buffer.byteLength(JSON.stringify(strokes)) > STROKES_BYTES_MAX) {
    throw new AppError('too_large', 'strokes: a signature may have 200 kB of strokes.', 'strokes')
  }
  if (png && Buffer.byteLength(png, 'base64') > PNG_BYTES_MAX) {
    throw new AppError('too_large', 'png: the picture of a signature may have 100 kB.', 'png')
  }
}

type Drawing = { strokes: unknown[] | null; png: string | null; typed: string | null }
