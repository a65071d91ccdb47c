import { type Kysely, sql } from 'kysely'
import { historyOf } from '#db/history/of.ts'
import type { HistoryStore } from '#db/history/store.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { readTemplates } from '#messages/templates/find.ts'
import { type Facts, messagesFor } from './compose.ts'
import { deferAlerts } from './deferred.ts'
import { addJobs, type Job, takeJobs } from './jobs.ts'
import { readPeople } from './people.ts'
import { readPlaces } from './places.ts'
import { type Addressee, planOf } from './plan.ts'
import { type Decision, decide, readRecipients, storeRecipients } from './recipients.ts'
import { countRepeats } from './repeats.ts'

/**
 * Turns due jobs into messages: recipients, immediate or deferred, texts. All in one transaction, so a job is deleted
 * when its messages are written.
 *
 * @returns the number of due jobs; null when another process holds the lock
 */
export async function dispatch(
  db: Kysely<Database>,
  { public_url, quotas }: DispatchOptions,
  limit = BATCH_SIZE,
): Promise<number | null> {
  const now = new Date()
  return db.transaction().execute(async (trx) => {
    if (!(await takeAlertingLock(trx))) return null
    const { ids, jobs } = await takeJobs(trx, limit)
    if (jobs.length === 0) return ids.length
    const people = await readPeople(trx, jobs, quotas)
    const plans = jobs.map((job) => planOf(job, people, now))
    const addressees = plans.flatMap((plan) => plan.addressees)
    const recipients = await readRecipients(trx, addressees.map(addressed))
    const repeats = await countRepeats(trx, jobs, people, now)
    const decided = addressees.map((one): [Addressee, Decision] => {
      const { alerts_per_hour } = people.organisation(one.job.organisation_id)!.limits
      return [one, decide(one, recipients, { limit: alerts_per_hour, repeats_until: repeats.get(one.job), now })]
    })
    const immediate = decided.filter(([, decision]) => decision === 'now').map(([one]) => one)
    const facts = await factsOf(trx, immediate, { public_url, history: historyOf(db) }, now)
    await writeMessages(trx, messagesFor(immediate, { people, ...facts }))
    await deferAlerts(trx, decided)
    await storeRecipients(trx, recipients)
    await addJobs(
      trx,
      plans.flatMap((plan) => plan.follow_ups),
    )
    return ids.length
  })
}

/** Advisory lock: one process at a time, so limits count and alerts arrive in order. */
export async function takeAlertingLock(trx: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${ALERTING_LOCK}::int) as mine`.execute(trx)
  return rows[0]!.mine
}

export async function factsOf(
  trx: Kysely<Database>,
  addressees: Addressee[],
  { public_url, history }: { public_url: string; history: HistoryStore | null },
  now: Date,
): Promise<Omit<Facts, 'people'>> {
  const jobs: Job[] = [...new Set(addressees.map(({ job }) => job))]
  const templates = await readTemplates(
    trx,
    jobs.map((job) => job.organisation_id),
  )
  return { places: await readPlaces(trx, jobs, history), templates, public_url, now }
}

const addressed = ({ job, channel, address }: Addressee) => ({ organisation_id: job.organisation_id, channel, address })

/** The base URL of links, and the quotas of alerts. */
export type DispatchOptions = { public_url: string; quotas: QuotaDefaults }

export const ALERTING_LOCK = 7_238_102
const BATCH_SIZE = 200
