import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Website as Table } from '#db/tables/site/website.ts'
import type { ApiContext } from '../context.ts'
import { audit } from '../crud/audit.ts'
import { checkName } from '../crud/checks.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { closeWithoutSecondFactor } from '../crud/session/second_factor.ts'
import { transact } from '../crud/transact.ts'
import { AppError, wrong } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
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
export function addWebsite(app: TypedApp, context: ApiContext): void {
  const { config, db } = context
  const current = async () => {
    const website = await readWebsite(db)
    if (config.map_style_url) website.map_style_url = config.map_style_url
    return website
  }

  app.get('/website', {
    schema: {
      tags: ['website'],
      summary: 'Read the website settings',
      description:
        'With `organisation_id` what the organisation has set comes first, for its members. Without a session: what that ' +
        'of this site has set.',
      querystring: Query,
      response: answers({ 200: Website }),
      security: [],
    },
    async handler({ viewer, query: { organisation_id } }) {
      const is_installation = viewer && organisation_id === undefined
      const of = is_installation ? null : organisationOfReader(viewer, organisation_id, config)
      return { data: { ...(await current()), ...(of !== null && (await settingsOfOrganisation(db, of))) } }
    },
  })

  app.post('/website', {
    schema: {
      tags: ['website'],
      summary: 'Update the website settings',
      body: WebsiteBody,
      response: answers({ 261: Website }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      if (!viewer.platform_admin) throw new AppError('forbidden')
      const changes = request.body
      if (changes.name !== undefined) changes.name = checkName(changes.name)
      await transact(context, async (trx) => {
        await trx
          .updateTable('website')
          .set({ ...changes, modified_at: sql`now()` })
          .execute()
        await checkBasemap(trx, config, changes.basemap)
        if (changes.second_factor_required) await closeWithoutSecondFactor(trx, null)
        await audit(trx, viewer, 'website.update', { entity: 'website', details: { fields: Object.keys(changes) } })
      })
      await refreshSite(context)
      return reply.code(261).send({ data: await current(), message: 'The website has been changed.' })
    },
  })
}

async function readWebsite(db: Db): Promise<Static<typeof Website>> {
  const { id: _, modified_at: _m, ...website } = await db.selectFrom('website').selectAll().executeTakeFirstOrThrow()
  return website
}

/** @throws {AppError} for a default that is not offered, as the website is now */
async function checkBasemap(trx: Db, config: ApiContext['config'], id: string | null | undefined): Promise<void> {
  if (!id) return
  const { basemaps } = await readBasemaps(trx, config)
  if (basemaps.some((basemap) => basemap.id === id)) return
  const ids = basemaps.map((basemap) => basemap.id).join(', ')
  throw wrong('basemap', `there is no base map "${id}": give one of ${ids}.`)
}
