import { Type } from 'typebox'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { analyticsOf } from './analytics.ts'
import { originOf } from './basemap.ts'
import { OfferedBasemap, readBasemaps } from './basemaps.ts'
import { addMapFile } from './map_file_route.ts'

/** What the maps of this installation are drawn from: public, as guests and readers of shared links see maps. */
export const readMap = defineAction({
  method: 'GET',
  path: 'map',
  public: true,
  tags: ['website'],
  summary: 'Read the base maps that the map offers, and the default one',
  answer: Type.Object({
    /** The id of the default base map. */
    basemap: Type.String(),
    /** Whether no platform administrator has chosen a default yet. */
    undecided: Type.Boolean(),
    basemaps: Type.Array(OfferedBasemap),
  }),
  async run({ context }) {
    const { basemap, undecided, basemaps } = await refreshSite(context)
    return { basemap, undecided, basemaps }
  },
})

/** Hosts of added and removed base maps enter and leave the content security policy at once. */
export function addMap(app: TypedApp, context: ApiContext): void {
  addMapFile(app, context)
  app.addHook('onResponse', async ({ method, url }) => {
    if (method !== 'GET' && /\/basemap(\?|$)/.test(url)) await refreshSite(context)
  })
}

/** Brings the content security policy up to date. */
export async function refreshSite({ config, db, site }: ApiContext) {
  const settings = await readBasemaps(db, config)
  site.map_origins = settings.origins
  site.map_any_host = settings.any_host
  const { favicon_url, analytics_key } = await db
    .selectFrom('website')
    .select(['favicon_url', 'analytics_key'])
    .executeTakeFirstOrThrow()
  site.icon_origin = favicon_url && originOf(favicon_url)
  site.analytics = analytics_key === null ? null : analyticsOf(analytics_key)
  return settings
}
