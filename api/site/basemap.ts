import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { Basemap } from '#db/tables/site/basemap.ts'
import { everything, nothing } from '../crud/access.ts'
import { checkName } from '../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { AppError, wrong } from '../http/errors.ts'

const { name, kind, light_url, dark_url, attribution, hosts, max_zoom } = Basemap.columns
/** Basemaps of an installation, at most: their hosts are in the policy that every response carries. */
const MOST = 30

/** Base maps added by platform administrators. `GET map` gives everybody those that they may choose from. */
export const basemap = defineResource({
  name: 'basemap',
  plural: 'basemaps',
  noun: 'base map',
  about: 'List the base maps that platform administrators have added',
  table: 'basemap',
  row: Basemap.row,
  filters: { kind: equals('kind', kind) },
  search: ['name', 'light_url'],
  sort: { id: null, name: null, kind: null, modified_at: null },
  default_sort: 'name',
  reads: (viewer) => (viewer.platform_admin ? everything : nothing),
  writes: (viewer) => (viewer.platform_admin ? everything : nothing),
  organisation_id: sql<null>`null::bigint`,

  create: {
    body: bodyOf({ name, kind, light_url }, { dark_url, attribution, hosts, max_zoom }),
    async run(trx, viewer, body) {
      if (!viewer.platform_admin) throw new AppError('forbidden')
      checkAddresses(body)
      const { id } = await rows(trx, 'basemap').insert({ ...body, name: checkName(body.name) })
      await checkCount(trx)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { name, kind, light_url, dark_url, attribution, hosts, max_zoom }),
    async run(trx, _viewer, body) {
      const before = await trx.selectFrom('basemap').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      checkAddresses({ ...before, ...body })
      const changes = body.name === undefined ? body : { ...body, name: checkName(body.name) }
      await rows(trx, 'basemap').update(changes)
    },
  },
  async remove(trx, _viewer, target) {
    await rows(trx, 'basemap').remove(target)
    await trx
      .updateTable('website')
      .set({ basemap: 'built_in', modified_at: sql`now()` })
      .where('basemap', '=', String(target.id))
      .execute()
  },
})

/** @throws {AppError} naming the field, for an address that the map could not load from */
function checkAddresses({ kind, light_url, dark_url = null, hosts = [] }: Addresses): void {
  const urls = { light_url, ...(dark_url !== null && { dark_url }) }
  for (const [field, url] of Object.entries(urls)) {
    const missing = kind === 'raster' ? ['{z}', '{x}', '{y}'].filter((part) => !url.includes(part)) : []
    if (missing.length > 0) throw wrong(field, `has no ${missing.join(', no ')}: it is a template of tiles.`)
    if (/[{}]/.test(hostOf(url))) throw wrong(field, 'give one host, without {…}.')
    if (!originOf(url)) throw wrong(field, 'is not an address.')
  }
  const other = hosts.find((host) => !/^https?:\/\/[^/?#]+$/.test(host) || originOf(host) !== host.toLowerCase())
  if (other !== undefined) throw wrong('hosts', `"${other}" is not an origin such as https://tiles.example.com.`)
}

/**
 * The origin of an address or of a template; null for an invalid one, and for a host with characters that would end its
 * directive in a content security policy.
 */
export function originOf(url: string): string | null {
  try {
    const { origin } = new URL(url)
    return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : null
  } catch {
    return null
  }
}

const hostOf = (url: string) => url.split('/')[2] ?? ''

async function checkCount(trx: Trx): Promise<void> {
  const { count } = await trx
    .selectFrom('basemap')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > MOST) throw new AppError('not_possible', `There are ${MOST} base maps, as many as there may be.`)
}

type Addresses = { kind: 'style' | 'raster'; light_url: string; dark_url?: string | null; hosts?: string[] }
