import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Trx } from '#db/database.ts'
import type { Devactivity } from '#db/tables/cpd/devactivity.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { todayOf, withCpd } from '../access.ts'
import { removeEvidence } from '../evidence.ts'
import { closedCycles } from '../freezing.ts'
import { copiesOf } from './shared.ts'

/**
 * Brings what another organisation has of an activity to its days and hours of now. What is verified there, or in a
 * cycle that is closed there, stays: both sides say then that they differ.
 */
export async function followOriginal(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  const copies = await ownCopies(trx, viewer, id)
  if (copies.length === 0) return
  const original = await trx.selectFrom('devactivity').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { target, hours, began_on, completed_on, provider } = original
  for (const copy of copies) {
    if (!(await isOpen(trx, copy, completed_on))) continue
    const values = { target, hours, began_on, completed_on, provider, modified_at: sql<string>`now()` }
    await trx.updateTable('devactivity').set(values).where('id', '=', copy.id).execute()
    if (hours !== copy.hours) await splitBy(trx, copy, hours)
  }
}

/** What counts elsewhere goes with its original, unless it is verified there, or in a cycle that is closed there. */
export async function removeCopies(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  for (const copy of await ownCopies(trx, viewer, id)) {
    if (!(await isOpen(trx, copy, null))) continue
    await removeEvidence(trx, { entity: 'devactivity', entity_id: copy.id })
    await trx.deleteFrom('devactivity').where('id', '=', copy.id).execute()
  }
}

/** Those that the viewer may change as their person: no administrator changes anything in another organisation. */
async function ownCopies(trx: Trx, viewer: Viewer, id: number): Promise<Copy[]> {
  if (viewer.impersonator_user_id !== null) return []
  const own = withCpd(viewer).memberships.map(({ organisation_id }) => organisation_id)
  const copies = await copiesOf(trx, id)
  return copies.filter(({ user_id, organisation_id }) => user_id === viewer.user_id && own.includes(organisation_id))
}

/** @param day on which it is to be dated */
async function isOpen(trx: Trx, copy: Copy, day: string | null): Promise<boolean> {
  if (copy.state === 'verified') return false
  const { organisation_id, user_id, completed_on } = copy
  // It is a day later elsewhere.
  if (day !== null && day > (await todayOf(trx, organisation_id))) return false
  return (await closedCycles(trx, { organisation_id, user_id, dates: [completed_on, day] })).length === 0
}

/** Categories keep their share of the hours, and their rates. */
async function splitBy(trx: Trx, copy: Copy, hours: number): Promise<void> {
  const parts = await trx
    .selectFrom('devactivity_credit')
    .selectAll()
    .where('devactivity_id', '=', copy.id)
    .orderBy('devcategory_id')
    .execute()
  let rest = hours
  for (const [index, part] of parts.entries()) {
    const is_last = index === parts.length - 1
    const own = is_last || copy.hours === 0 ? rest : Math.min(rest, Math.round((part.hours * hours) / copy.hours))
    rest -= own
    const by_hour = part.rate_per !== 'item' && part.item_hours === null
    const credit = by_hour ? Math.round((own * (part.rate ?? ONE)) / ONE) : part.credit
    await trx
      .updateTable('devactivity_credit')
      .set({ hours: own, credit })
      .where('devactivity_id', '=', copy.id)
      .where('devcategory_id', '=', part.devcategory_id)
      .execute()
  }
}

const ONE = 100

type Copy = Static<typeof Devactivity.row>
