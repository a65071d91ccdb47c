import { type SqlBool, sql } from 'kysely'
import { type Static, type TObject, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { answerWith, type Call, defineAction } from '../crud/action.ts'
import { audit, isWatched } from '../crud/audit.ts'
import { administeredFor, administers, isMember, organisationFor } from '../crud/belonging.ts'
import { read } from '../crud/crud.ts'
import { type Created, type Resource, Target } from '../crud/resource.ts'
import { closeKeys } from '../crud/session/keys_allowed.ts'
import { closeWithoutSecondFactor } from '../crud/session/second_factor.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import { askRecipients } from '../messaging/ask_recipients.ts'
import { warningFor } from '../messaging/undeliverable.ts'
import {
  checkAlertsPerHour,
  checkOrganisationSettings,
  checkPlatformSettings,
  OrganisationSettings,
  organisationconfig,
} from '../organisations/organisationconfig.ts'
import { saveWebhookSecret } from '../organisations/webhook_secret.ts'
import { tracker as trackerResource } from '../tracking/tracker.ts'
import { checkUserSettings, UserSettings, userconfig } from './userconfig.ts'
import { checkUserTrackerSettings, UserTrackerSettings, usertrackerconfig } from './usertrackerconfig.ts'

/** With `modified_at` the settings are refused as `outdated` if another administrator has saved them since. */
const OrganisationBody = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    modified_at: Target.properties.modified_at,
    ...OrganisationSettings.properties,
  },
  { additionalProperties: false },
)
const UserBody = Type.Object(
  { organisation_id: Type.Optional(Id), user_id: Type.Optional(Id), ...UserSettings.properties },
  { additionalProperties: false },
)

const UserTrackerBody = Type.Object(
  { organisation_id: Type.Optional(Id), user_id: Type.Optional(Id), tracker_id: Id, ...UserTrackerSettings.properties },
  { additionalProperties: false },
)

/** Saves the settings of a person or an organisation: both calls create the row or update it. */
const saving = <const Name extends string, Row extends TObject, Body extends TObject>(
  resource: { name: Name } & Resource<string, Row>,
  {
    summary,
    body,
    save,
  }: { summary: string; body: Body; save(trx: Trx, viewer: Viewer, fields: Static<Body>): Promise<Created> },
) => {
  const both = { tags: [resource.plural], summary, body, answer: resource.row }
  const run = async ({ context, viewer, body }: Call<Static<Body>>) => {
    const { id, shown_once } = await transact(context, (trx) => save(trx, viewer, body))
    const data = { ...(await read(context.db, resource, viewer, id)), ...shown_once }
    const { organisation_id, ...saved } = data as Saved
    const warning = await warningFor(context.db, organisation_id, {
      email: `${saved.email_recipients ?? ''},${saved.escalate_email_recipients ?? ''}`,
      sms: `${saved.phone_recipients ?? ''},${saved.escalate_phone_recipients ?? ''}`,
    })
    return answerWith(data as never, { message: ['The settings have been saved.', warning].filter(Boolean).join(' ') })
  }
  return [
    defineAction({
      ...both,
      method: 'PUT',
      path: resource.name,
      checkReplay: (context, viewer, data) => read(context.db, resource, viewer, (data as { id: number }).id),
      run,
    }),
    defineAction({ ...both, method: 'POST', path: `${resource.name}/save` as const, run }),
  ] as const
}

export const configSaves = [
  ...saving(userconfig, { summary: 'Save your settings', body: UserBody, save: saveUser }),
  ...saving(usertrackerconfig, {
    summary: 'Save your settings for one tracker',
    body: UserTrackerBody,
    save: saveUserTracker,
  }),
  ...saving(organisationconfig, {
    summary: 'Save the settings of an organisation',
    body: OrganisationBody,
    save: saveOrganisation,
  }),
] as const

async function saveUser(
  trx: Trx,
  viewer: Viewer,
  { organisation_id, user_id, ...fields }: Static<typeof UserBody>,
): Promise<Created> {
  const organisation = organisationFor(viewer, organisation_id)
  const user = user_id ?? viewer.user_id
  await checkMember(trx, viewer, organisation, user)
  const settings = checkUserSettings(fields)
  const { id } = await trx
    .insertInto('user_config')
    .values({ organisation_id: organisation, user_id: user, ...settings })
    .onConflict((on) => on.constraint('user_config_user').doUpdateSet({ ...settings, modified_at: sql`now()` }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await askRecipients(trx, organisation, settings)
  await auditSave(trx, viewer, 'userconfig', organisation, id, fields)
  return { id }
}

async function saveUserTracker(
  trx: Trx,
  viewer: Viewer,
  { organisation_id, user_id, tracker_id, ...fields }: Static<typeof UserTrackerBody>,
): Promise<Created> {
  const tracker = await trx
    .selectFrom('tracker')
    .select('organisation_id')
    .where('id', '=', tracker_id)
    .where(trackerResource.reads(viewer))
    .executeTakeFirst()
  if (!tracker || (organisation_id ?? tracker.organisation_id) !== tracker.organisation_id) {
    throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  }
  const user = user_id ?? viewer.user_id
  await checkMember(trx, viewer, tracker.organisation_id, user)
  const settings = checkUserTrackerSettings(fields)
  const { id } = await trx
    .insertInto('user_tracker_config')
    .values({ organisation_id: tracker.organisation_id, user_id: user, tracker_id, ...settings })
    .onConflict((on) =>
      on.constraint('user_tracker_config_tracker').doUpdateSet({ ...settings, modified_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await askRecipients(trx, tracker.organisation_id, settings)
  await auditSave(trx, viewer, 'usertrackerconfig', tracker.organisation_id, id, fields)
  return { id }
}

async function saveOrganisation(
  trx: Trx,
  viewer: Viewer,
  { organisation_id, modified_at, ...fields }: Static<typeof OrganisationBody>,
): Promise<Created> {
  const organisation = administeredFor(viewer, organisation_id)
  checkPlatformSettings(viewer, fields)
  const { webhook_secret, ...settings } = checkOrganisationSettings(fields)
  const saved = await trx
    .insertInto('organisation_config')
    .values({ organisation_id: organisation, ...settings })
    .onConflict((on) =>
      on
        .constraint('organisation_config_organisation')
        .doUpdateSet({ ...settings, modified_at: sql`now()` })
        // Clients may keep milliseconds only.
        .where(
          sql<SqlBool>`${modified_at ?? null}::timestamptz is null
            or date_trunc('milliseconds', organisation_config.modified_at)
              = date_trunc('milliseconds', ${modified_at ?? null}::timestamptz)`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new AppError('outdated')
  const { id } = saved
  if (fields.second_factor_required) await closeWithoutSecondFactor(trx, organisation)
  if (fields.api_keys) await closeKeys(trx, organisation)
  await checkAlertsPerHour(trx, organisation, settings.alerts_per_hour)
  await askRecipients(trx, organisation, settings)
  const shown_once = await saveWebhookSecret(trx, id, webhook_secret)
  await auditSave(trx, viewer, 'organisationconfig', organisation, id, fields)
  return { id, shown_once }
}

/** One may save one's own settings; administrators those of any member. */
async function checkMember(trx: Trx, viewer: Viewer, organisation_id: number, user_id: number): Promise<void> {
  if (user_id !== viewer.user_id && !administers(viewer, organisation_id)) {
    throw new AppError('forbidden', 'user_id: you may save your own settings only.', 'user_id')
  }
  if (!(await isMember(trx, organisation_id, user_id)))
    throw new AppError('not_found', 'There is no such member.', 'user_id')
}

async function auditSave(
  trx: Trx,
  viewer: Viewer,
  entity: string,
  organisation_id: number,
  entity_id: number,
  fields: object,
) {
  if (!isWatched(viewer, organisation_id)) return
  await audit(trx, viewer, `${entity}.save`, {
    organisation_id,
    entity,
    entity_id,
    details: { fields: Object.keys(fields) },
  })
}

type Saved = {
  organisation_id: number
  email_recipients: string | null
  phone_recipients: string | null
  /** Overrides for one tracker have no escalation list. */
  escalate_email_recipients?: string
  escalate_phone_recipients?: string
}
