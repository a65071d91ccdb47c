import type { FastifyInstance } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { audit, isWatched } from '../crud/audit.ts'
import { administeredFor, administers, isMember, organisationFor } from '../crud/belonging.ts'
import { read } from '../crud/crud.ts'
import { type Created, type Resource, Target } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
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
export function addConfigSave(app: FastifyInstance, context: ApiContext): void {
  const routes = [
    { resource: userconfig, summary: 'Save your settings', body: UserBody, save: saveUser },
    {
      resource: usertrackerconfig,
      summary: 'Save your settings for one tracker',
      body: UserTrackerBody,
      save: saveUserTracker,
    },
    {
      resource: organisationconfig,
      summary: 'Save the settings of an organisation',
      body: OrganisationBody,
      save: saveOrganisation,
    },
  ]
  for (const { summary, body, save, ...route } of routes) {
    const resource: Resource = route.resource
    const saved = async (viewer: Viewer, fields: unknown) => {
      const { id, shown_once } = await transact(context, (trx) => save(trx, viewer, fields as never))
      const data = { ...((await read(context.db, resource, viewer, id)) as Saved), ...shown_once }
      const warning = await warningFor(context.db, data.organisation_id, {
        email: `${data.email_recipients ?? ''},${data.escalate_email_recipients ?? ''}`,
        sms: `${data.phone_recipients ?? ''},${data.escalate_phone_recipients ?? ''}`,
      })
      return { data, message: ['The settings have been saved.', warning].filter(Boolean).join(' ') }
    }
    const tags = [resource.plural]
    app.put(`/${resource.name}`, {
      schema: { tags, summary, body, response: answers({ 201: resource.row }) },
      config: { checkReplay: (viewer, data) => read(context.db, resource, viewer, (data as { id: number }).id) },
      handler: async (request, reply) => reply.code(201).send(await saved(viewerOf(request), request.body)),
    })
    app.post(`/${resource.name}/save`, {
      schema: { tags, summary, body, response: answers({ 261: resource.row }) },
      handler: async (request, reply) => reply.code(261).send(await saved(viewerOf(request), request.body)),
    })
  }
}

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
