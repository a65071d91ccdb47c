import type { Kysely } from 'kysely'
import { historyOf } from '#db/history/of.ts'
import type { Database } from '#db/tables/index.ts'
import { linksTo } from '#messages/links.ts'
import { type NewMessage, writeMessages } from '#messages/queue/write.ts'
import { languageOf } from '#messages/templates/built_in.ts'
import { readTemplates, type Templates } from '#messages/templates/find.ts'
import { messagesFor, numberOf, shownAs } from './compose.ts'
import { type Due, dueAddresses, takeDeferred } from './deferred.ts'
import { type DispatchOptions, factsOf, takeAlertingLock } from './dispatch.ts'
import { describe, type Job } from './jobs.ts'
import { preferencesOfGroup, preferencesOfOrganisation } from './lists.ts'
import { type People, readPeople } from './people.ts'
import type { Addressee } from './plan.ts'
import { type NotificationPreferences, preferencesOfPerson } from './preferences.ts'
import { countOne, readRecipients, recipientOf, storeRecipients } from './recipients.ts'
import { lineOf, sayDrill } from './words.ts'

/**
 * Sends deferred alerts when quiet hours or the hour of a limit end: a single one as usual, several as one digest.
 *
 * @returns the number of addresses with due alerts; null when another process holds the lock
 */
export async function sendDigests(
  db: Kysely<Database>,
  { public_url, quotas }: DispatchOptions,
  now = new Date(),
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await takeAlertingLock(trx))) return null
    const due = await dueAddresses(trx, now)
    if (due.length === 0) return 0
    const recipients = await readRecipients(trx, due)
    for (const of of due) {
      const deferred = await takeDeferred(trx, of, now, MAX_LINES)
      const recipient = recipientOf(recipients, of)
      const jobs = await describe(
        trx,
        deferred.map((row) => ({ ...row, step: 0 })),
      )
      if (recipient.unsubscribed || jobs.length === 0) continue
      const people = await readPeople(trx, jobs, quotas)
      const preferences = preferencesOf(of, jobs[0]!, people)
      if (!preferences) continue
      // The digest counts as the first message of the next hour.
      countOne(recipient, Number.MAX_SAFE_INTEGER, now)
      if (of.count === 1) {
        const addressees: Addressee[] = [{ job: jobs[0]!, preferences, channel: of.channel, address: of.address }]
        await writeMessages(
          trx,
          messagesFor(addressees, {
            people,
            ...(await factsOf(trx, addressees, { public_url, history: historyOf(db) }, now)),
          }),
        )
      } else {
        const templates = await readTemplates(trx, [of.organisation_id])
        await writeMessages(trx, [digestOf(of, jobs, preferences, { people, templates, public_url })])
      }
    }
    await storeRecipients(trx, recipients)
    return due.length
  })
}

/** Null if the person has left the organisation since, or the group has no settings any more. */
function preferencesOf(of: Due, job: Job, people: People): NotificationPreferences | null {
  const { organisation_id, user_id, list_group_id } = of
  if (user_id === null) {
    const organisation = people.organisation(organisation_id)!
    if (list_group_id === null) return preferencesOfOrganisation(organisation)
    const list = people.lists(job).find(({ group_id }) => group_id === list_group_id)
    return list ? preferencesOfGroup(organisation, list) : null
  }
  const person = people.persons(organisation_id).find((one) => one.user_id === user_id)
  return person ? preferencesOfPerson(job, person, people.override(job.tracker_id, user_id)) : null
}

function digestOf(
  of: Due,
  jobs: Job[],
  preferences: NotificationPreferences,
  { people, templates, public_url }: Of,
): NewMessage {
  const { organisation_id, channel, address, count, user_id, because: reason } = of
  const organisation = people.organisation(organisation_id)!
  const { alerts_per_hour, alerts_of_tracker_per_hour } = organisation.limits
  const { because } = languageOf(preferences.reader.locale)
  const written = templates.write(
    'digest',
    channel === 'sms' ? 'sms' : 'email',
    { organisation_id, locale: preferences.reader.locale },
    {
      organisation: organisation.name,
      count: String(count),
      list: jobs.map((job) => lineOf(job, preferences.reader)).join('\n'),
      more: count > jobs.length ? String(count - jobs.length) : null,
      because: {
        limit: because.limit(alerts_per_hour),
        repeats: because.repeats(alerts_of_tracker_per_hour),
        quiet: because.quiet,
      }[reason],
      link: linksTo(public_url).events(),
    },
  )
  const words = jobs.every(({ drill_id }) => drill_id !== null)
    ? sayDrill(jobs[0]!, preferences.reader, written)
    : written
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

const MAX_LINES = 20

type Of = { people: People; templates: Templates; public_url: string }
