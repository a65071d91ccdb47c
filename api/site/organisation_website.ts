import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import { Id } from '#db/tables/columns.ts'
import { OrganisationWebsite } from '#db/tables/site/organisation_website.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { audit } from '../crud/audit.ts'
import { administeredFor } from '../crud/belonging.ts'
import { answers } from '../crud/schemas.ts'
import { transact } from '../crud/transact.ts'
import { readContent } from '../files/contents.ts'
import { checkLogo } from '../files/logo.ts'
import { type Served, serve } from '../files/serving/serve.ts'
import { AppError, wrong } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { isSafeImage } from '../pdf/image.ts'

/** Pixels of each side of an icon, and its bytes. */
const LARGEST_SIDE = 512
const LARGEST_ICON = 256 * 1024

const { id: _i, organisation_id: _o, created_at: _c, modified_at: _m, ...columns } = OrganisationWebsite.columns
const Settings = Type.Object(columns)
export const OrganisationWebsiteBody = Type.Object(
  { organisation_id: Type.Optional(Id), ...Type.Partial(Settings).properties },
  { additionalProperties: false },
)
const tags = ['website']

/** What administrators of an organisation set of its site. `GET website` has it for its readers. */
export const readOrganisationWebsite = defineAction({
  method: 'GET',
  path: 'website/organisation',
  tags,
  summary: 'Read what an organisation has set of its site',
  description: 'Null stands for what the website settings of the installation say.',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Settings,
  run: ({ context: { db }, viewer, query }) => readOwn(db, administeredFor(viewer, query.organisation_id)),
})

export const updateOrganisationWebsite = defineAction({
  method: 'POST',
  path: 'website/organisation',
  tags,
  summary: 'Update what an organisation sets of its site',
  body: OrganisationWebsiteBody,
  answer: Settings,
  message: 'The site has been changed.',
  async run({ context, viewer, body: { organisation_id: named, ...body } }) {
    const organisation_id = administeredFor(viewer, named)
    const changes = { ...body, ...trimmed(body) }
    await checkIcon(context, organisation_id, changes.favicon_file_id)
    await checkLogo(context.db, organisation_id, changes.logo_file_id)
    await transact(context, async (trx) => {
      await trx
        .insertInto('organisation_website')
        .values({ organisation_id, ...changes })
        .onConflict((on) => on.column('organisation_id').doUpdateSet({ ...changes, modified_at: sql`now()` }))
        .execute()
      const details = { fields: Object.keys(changes) }
      await audit(trx, viewer, 'website.update', { organisation_id, entity: 'website', details })
    })
    return readOwn(context.db, organisation_id)
  },
})

/** Its icon. */
export function addWebsiteIcon(app: TypedApp, context: ApiContext): void {
  const { db } = context
  app.get('/website/icon', {
    schema: {
      tags,
      summary: 'Read the icon of an organisation’s site, at the address that the website settings have',
      querystring: Type.Object(
        { organisation_id: Id, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
        { additionalProperties: false },
      ),
      response: { ...answers({}), 200: Type.Any({ description: 'The bytes' }) },
      security: [],
    },
    async handler(request, reply) {
      const { organisation_id, sha256 } = request.query
      const icon = await findIcon(db, organisation_id)
      if (icon?.sha256 !== sha256) throw new AppError('not_found', 'There is no such icon.', 'sha256')
      // The address has the digest of the bytes.
      reply.header('cache-control', 'public, max-age=86400')
      return serve(context, request, reply, [icon], { download: false })
    },
  })
}

/** What replaces the installation's settings for the readers of an organisation. */
export async function settingsOfOrganisation(db: Db, organisation_id: number): Promise<Replaced> {
  const { favicon_file_id, logo_file_id: _, ...own } = await readOwn(db, organisation_id)
  const icon = favicon_file_id === null ? undefined : await findIcon(db, organisation_id)
  const favicon_url = icon ? `/api/v1/website/icon?organisation_id=${organisation_id}&sha256=${icon.sha256}` : null
  const set = Object.entries({ ...own, favicon_url }).filter(([, value]) => value !== null)
  return Object.fromEntries(set)
}

async function readOwn(db: Db, organisation_id: number): Promise<Settings> {
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const own = await db
    .selectFrom('organisation_website')
    .select(names)
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  return own ?? (Object.fromEntries(names.map((name) => [name, null])) as Settings)
}

/** The icon while it is what may be one: its file may have been deleted, moved or replaced since. */
async function findIcon(db: Db, organisation_id: number): Promise<Icon | undefined> {
  return iconsOf(db, organisation_id)
    .where('file.id', 'in', (of) =>
      of
        .selectFrom('organisation_website')
        .select('favicon_file_id')
        .where('organisation_id', '=', organisation_id)
        .where('favicon_file_id', 'is not', null),
    )
    .where('file.size', '<=', LARGEST_ICON)
    .where('file.width', '<=', LARGEST_SIDE)
    .where('file.height', '<=', LARGEST_SIDE)
    .executeTakeFirst()
}

/** @throws {AppError} bad_request for what is not an image of the organisation, or too large */
async function checkIcon({ db, contents }: ApiContext, organisation_id: number, id?: number | null): Promise<void> {
  if (id === undefined || id === null) return
  const file = await iconsOf(db, organisation_id).where('file.id', '=', id).executeTakeFirst()
  if (!file) throw refused("choose a PNG or JPEG image among the organisation's files")
  if (file.size > LARGEST_ICON) throw refused(`this image may have ${LARGEST_ICON / 1024} kB`)
  const { width, height } = file
  if (!width || !height) throw refused('this image cannot be read')
  if (Math.max(width, height) > LARGEST_SIDE) {
    throw refused(`this image has ${width} × ${height} pixels, and may have ${LARGEST_SIDE} × ${LARGEST_SIDE}`)
  }
  const parts: Buffer[] = []
  for await (const part of contents.read(await readContent(db, file.content_id!))) parts.push(part as Buffer)
  if (!isSafeImage(Buffer.concat(parts))) throw refused('this image cannot be read')
}

const refused = (reason: string) => wrong('favicon_file_id', `${reason}.`)

/** The organisation's own images, which everyone may see: no member's, and no private evidence. */
const iconsOf = (db: Db, organisation_id: number) =>
  db
    .selectFrom('file')
    .select(['id', 'organisation_id', 'name', 'is_folder', 'mimetype', 'size', 'sha256', 'content_id', 'scan_state'])
    .select(['width', 'height'])
    .where('organisation_id', '=', organisation_id)
    .where('owner_user_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('content_id', 'is not', null)
    .where('mimetype', 'in', ['image/png', 'image/jpeg'])
    .where(sql<boolean>`not ${isPrivateEvidence('file')}`)

/** Texts without spaces around them; an empty one is the installation's. */
function trimmed({ slogan, copyright }: Partial<Settings>): Partial<Settings> {
  const texts = Object.entries({ slogan, copyright }).filter(([, text]) => text !== undefined)
  return Object.fromEntries(texts.map(([name, text]) => [name, text?.trim() || null]))
}

type Settings = Static<typeof Settings>
type Icon = Served & { width: number | null; height: number | null }
type Replaced = Partial<Pick<Settings, 'slogan' | 'copyright' | 'terms_url' | 'privacy_url'>> & { favicon_url?: string }
