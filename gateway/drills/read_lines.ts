import { type Kysely, sql } from 'kysely'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { explainRecipients } from '../explanation/recipients.ts'
import type { Drill } from './drill.ts'
import { type Delivery, type Line, linesOf, type WebhookCall } from './lines.ts'

/** What has become of the messages of a drill until now; nothing before its alert. */
export async function readLines(db: Kysely<Database>, quotas: QuotaDefaults, drill: DrillOf): Promise<Line[]> {
  const { organisation_id, tracker_id, alert_id } = drill
  if (tracker_id === null || alert_id === null) return []
  const alert = await db
    .selectFrom('alert')
    .select(['kind', 'raised_at', sql<number>`extract(epoch from created_at)::float8 * 1000`.as('created')])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', alert_id)
    .executeTakeFirst()
  if (!alert) return []
  const occasion = { organisation_id, tracker_id, alert_id, occasion: alert.kind }
  const recipients = await explainRecipients(db, quotas, occasion, Date.parse(alert.raised_at))
  const { rows: deliveries } = await sql<Delivery>`
    select d.user_id, d.channel, d.address, d.occasion, d.state, d.held_because, d.provider, d.reason,
      extract(epoch from coalesce(d.sent, d.delivered))::float8 * 1000 as at
    from message m join message_delivery d on d.message_id = m.id
    where m.organisation_id = ${organisation_id} and m.kind = 'alert' and m.alert_id = ${alert_id}
      and d.channel <> 'app' order by d.id limit ${MOST}`.execute(db)
  const deferred = await db
    .selectFrom('held_alert')
    .select(['user_id', 'channel', 'address', 'because'])
    .where('alert_id', '=', alert_id)
    .orderBy('id')
    .limit(MOST)
    .execute()
  const { rows: webhooks } = await sql<WebhookCall>`
    select coalesce(nullif(e.name, ''), 'webhook') as name, d.state, d.status, d.error,
      extract(epoch from d.tried_at)::float8 * 1000 as at
    from webhook_delivery d join webhook_endpoint e on e.id = d.webhook_endpoint_id
    where d.organisation_id = ${organisation_id} and d.tracker_id = ${tracker_id} and d.type = 'alert.raised'
    order by d.id limit ${MOST}`.execute(db)
  const queued = await db
    .selectFrom('alert_job')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('alert_id', '=', alert_id)
    .where('occasion', '=', alert.kind)
    .executeTakeFirst()
  const outcome = { recipients, deliveries, deferred, webhooks, raised_at: alert.created, is_queued: Boolean(queued) }
  return linesOf(outcome).slice(0, MOST_LINES)
}

/** Of one kind. */
const MOST = 300
const MOST_LINES = 1000

type DrillOf = Pick<Drill, 'organisation_id' | 'tracker_id' | 'alert_id'>
