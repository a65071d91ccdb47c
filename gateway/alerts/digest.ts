import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { linksTo } from '#messages/links.ts'
import { type NewMessage, writeMessages } from '#messages/queue/write.ts'
import { languageOf } from '#messages/templates/built_in.ts'
import { readTemplates, type Templates } from '#messages/templates/find.ts'
import { messagesFor, numberOf, shownAs } from './compose.ts'
import { type Dispatching, factsOf, takeTurn } from './dispatch.ts'
import { type Due, dueAddresses, takeHeld } from './held.ts'
import { describe, type Job } from './jobs.ts'
import { type People, readPeople } from './people.ts'
import type { Told } from './plan.ts'
import { countOne, keepRecipients, readRecipients, recipientOf } from './recipients.ts'
import { organisationsWishes, personsWishes, type Wishes } from './wishes.ts'
import { lineOf } from './words.ts'

/**
 * Tells addresses of what was held for them, when their night or their hour is over: one alert as ever, several as one
 * digest.
 *
 * @returns for how many addresses something was due; null when another process is at it
 */
export async function sendDigests(
  db: Kysely<Database>,
  { public_url, quotas }: Dispatching,
  now = new Date(),
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await takeTurn(trx))) return null
    const due = await dueAddresses(trx, now)
    if (due.length === 0) return 0
    const recipients = await readRecipients(trx, due)
    for (const of of due) {
      const held = await takeHeld(trx, of, now, LINES)
      const known = recipientOf(recipients, of)
      const jobs = await describe(
        trx,
        held.map((row) => ({ ...row, step: 0 })),
      )
      if (known.unsubscribed || jobs.length === 0) continue
      const people = await readPeople(trx, jobs, quotas)
      const wishes = wishesOf(of, jobs[0]!, people)
      if (!wishes) continue
      // The digest begins the next hour, and is one of it.
      countOne(known, Number.MAX_SAFE_INTEGER, now)
      if (of.count === 1) {
        const told: Told[] = [{ job: jobs[0]!, wishes, channel: of.channel, address: of.address }]
        await writeMessages(trx, messagesFor(told, { people, ...(await factsOf(trx, told, public_url, now)) }))
      } else {
        const templates = await readTemplates(trx, [of.organisation_id])
        await writeMessages(trx, [digestOf(of, jobs, wishes, { people, templates, public_url })])
      }
    }
    await keepRecipients(trx, recipients)
    return due.length
  })
}

/** Whoever's list the address is on may have left meanwhile. */
function wishesOf({ organisation_id, user_id }: Due, job: Job, people: People): Wishes | null {
  if (user_id === null) return organisationsWishes(people.organisation(organisation_id)!)
  const person = people.persons(organisation_id).find((one) => one.user_id === user_id)
  return person ? personsWishes(job, person, people.otherwise(job.tracker_id, user_id)) : null
}

function digestOf(of: Due, jobs: Job[], wishes: Wishes, { people, templates, public_url }: Of): NewMessage {
  const { organisation_id, channel, address, count, user_id, because: why } = of
  const organisation = people.organisation(organisation_id)!
  const { alerts_per_hour, alerts_of_tracker_per_hour } = organisation.limits
  const { because } = languageOf(wishes.reader.locale)
  const words = templates.write(
    'digest',
    channel === 'sms' ? 'sms' : 'email',
    { organisation_id, locale: wishes.reader.locale },
    {
      organisation: organisation.name,
      count: String(count),
      list: jobs.map((job) => lineOf(job, wishes.reader)).join('\n'),
      more: count > jobs.length ? String(count - jobs.length) : null,
      because: {
        limit: because.limit(alerts_per_hour),
        repeats: because.repeats(alerts_of_tracker_per_hour),
        quiet: because.quiet,
      }[why],
      link: linksTo(public_url).events(),
    },
  )
  return {
    organisation_id,
    kind: 'digest',
    sender_user_id: null,
    recipients: shownAs(channel, address, numberOf(people, organisation_id, user_id)),
    subject: channel === 'sms' ? '' : words.subject,
    text: words.text,
    deliveries: [{ channel, address, user_id, occasion: `digest ${jobs[0]!.id}` }],
  }
}

const LINES = 20

type Of = { people: People; templates: Templates; public_url: string }
