import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Website as Table } from '#db/tables/site/website.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { audit } from '../crud/audit.ts'
import { checkName } from '../crud/checks.ts'
import { closeWithoutSecondFactor } from '../crud/session/second_factor.ts'
import { transact } from '../crud/transact.ts'
import { AppError, wrong } from '../http/errors.ts'
import { readBasemaps } from './basemaps.ts'
import { organisationOfReader } from './content/audience.ts'
import { refreshSite } from './map.ts'
import { settingsOfOrganisation } from './organisation_website.ts'

const { id: _, modified_at: _m, ...columns } = Table.columns
/** The icon of an organisation has an address of this server, without its host. */
const Website = Type.Object({ ...columns, favicon_url: Nullable(Type.String()) })
export const WebsiteBody = Type.Partial(Type.Object({ ...columns, name: Type.String({ maxLength: 100 }) }), {
  additionalProperties: false,
})

const Query = Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false })

/** Public settings that the client needs before sign-in. */
export const readWebsiteSettings = defineAction({
  method: 'GET',
  path: 'website',
  config: { open_to: ['held'] },
  public: true,
  tags: ['website'],
  summary: 'Read the website settings',
  description:
    'With `organisation_id` what the organisation has set comes first, for its members. Without a session: what that ' +
    'of this site has set.',
  query: Query,
  answer: Website,
  async run({ context, viewer, query: { organisation_id } }) {
    const { config, db } = context
    const is_installation = viewer && organisation_id === undefined
    const of = is_installation ? null : organisationOfReader(viewer, organisation_id, config)
    return { ...(await readWebsite(context)), ...(of !== null && (await settingsOfOrganisation(db, of))) }
  },
})

export const updateWebsite = defineAction({
  method: 'POST',
  path: 'website',
  tags: ['website'],
  summary: 'Update the website settings',
  body: WebsiteBody,
  answer: Website,
  message: 'The website has been changed.',
  async run({ context, viewer, body: changes }) {
    if (!viewer.platform_admin) throw new AppError('forbidden')
    if (changes.name !== undefined) changes.name = checkName(changes.name)
    await transact(context, async (trx) => {
      await trx
        .updateTable('website')
        .set({ ...changes, modified_at: sql`now()` })
        .execute()
      await checkBasemap(trx, context.config, changes.basemap)
      if (changes.second_factor_required) await closeWithoutSecondFactor(trx, null)
      await audit(trx, viewer, 'website.update', { entity: 'website', details: { fields: Object.keys(changes) } })
    })
    await refreshSite(context)
    return readWebsite(context)
  },
})

async function readWebsite({ config, db }: ApiContext): Promise<Static<typeof Website>> {
  const { id: _, modified_at: _m, ...website } = await db.selectFrom('website').selectAll().executeTakeFirstOrThrow()
  return { ...website, ...(config.map_style_url && { map_style_url: config.map_style_url }) }
}

/** @throws {AppError} for a default that is not offered, as the website is now */
async function checkBasemap(trx: Db, config: ApiContext['config'], id: string | null | undefined): Promise<void> {
  if (!id) return
  const { basemaps } = await readBasemaps(trx, config)
  if (basemaps.some((basemap) => basemap.id === id)) return
  const ids = basemaps.map((basemap) => basemap.id).join(', ')
  throw wrong('basemap', `there is no base map "${id}": give one of ${ids}.`)
}
