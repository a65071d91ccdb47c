import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Newsletter, newsletterStates } from '#db/tables/messaging/newsletter.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'

const { last_user_id: _, ...columns } = Newsletter.columns
const { subject, text, audience, send_at } = columns
/** The states that people set; the others follow. */
const Settable = Type.Unsafe<'draft' | 'scheduled' | 'cancelled'>(
  Type.String({ enum: ['draft', 'scheduled', 'cancelled'], description: 'scheduled: it is sent at `send_at`' }),
)

/** Newsletters to subscribers; `send.ts` sends them. */
export const newsletter = defineResource({
  name: 'newsletter',
  plural: 'newsletters',
  about: 'List newsletters: mails to the people who have subscribed to them',
  table: 'newsletter',
  row: Type.Object({
    ...columns,
    /** Its name; null: the installation. */
    organisation: Nullable(Type.String()),
  }),
  computed: {
    organisation: sql<string | null>`(select o.name from organisation o where o.id = newsletter.organisation_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    state: equals(
      'state',
      Type.Unsafe<(typeof newsletterStates)[number]>(Type.String({ enum: [...newsletterStates] })),
    ),
  },
  search: ['subject', 'text'],
  sort: { id: null, subject: null, send_at: null, sent_at: null, modified_at: null },
  default_sort: '-id',
  reads: (viewer) => ofAdministrator(viewer, 'newsletter.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'newsletter.organisation_id'),

  create: {
    body: bodyOf({ subject, text }, { organisation_id: Nullable(Id), audience, send_at, state: Settable }),
    async run(trx, viewer, { organisation_id: named, ...body }) {
      const organisation_id = organisationOf(viewer, named)
      checkTime(body)
      return rows(trx, 'newsletter').insert({ ...body, organisation_id, created_by_user_id: viewer.user_id })
    },
  },
  update: {
    body: bodyOf({}, { subject, text, audience, send_at, state: Settable }),
    async run(trx, _viewer, body) {
      const before = await readState(trx, body.id)
      const { id, organisation_id, ...changes } = body
      const stops = Object.keys(changes).join() === 'state' && changes.state === 'cancelled'
      if (!['draft', 'scheduled'].includes(before.state) && !(before.state === 'sending' && stops)) {
        throw new AppError('not_possible', `This newsletter is ${before.state}: it cannot be changed any more.`)
      }
      checkTime({ ...before, ...changes })
      await rows(trx, 'newsletter').update({ id, organisation_id, ...changes })
    },
  },
  async remove(trx, _viewer, target) {
    const { state } = await readState(trx, target.id)
    if (state === 'sending')
      throw new AppError('not_possible', 'This newsletter is being sent. Please cancel it first.')
    await rows(trx, 'newsletter').remove(target)
  },
})

/** Null is the installation, for platform administrators. */
function organisationOf(viewer: Viewer, organisation_id: number | null | undefined): number | null {
  if (organisation_id !== null) return administeredFor(viewer, organisation_id)
  if (!viewer.platform_admin) throw new AppError('forbidden', 'Only a platform administrator may write to everybody.')
  return null
}

function checkTime({ state, send_at }: { state?: string; send_at?: string | null }): void {
  if (state === 'scheduled' && !send_at) throw wrong('send_at', 'is missing. When shall it be sent?')
}

/** The row is locked already, by the update. */
function readState(trx: Trx, id: number) {
  return trx.selectFrom('newsletter').select(['state', 'send_at']).where('id', '=', id).executeTakeFirstOrThrow()
}
