import { sql } from 'kysely'
import { Type } from 'typebox'
import { bigints, texts } from '#db/arrays.ts'
import type { Db, Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { Faq } from '#db/tables/site/faq.ts'
import { unnestRows } from '#db/unnest.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkLocale } from '../../crud/checks.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { isOfEither, languagesFor, organisationOfReader } from './audience.ts'
import { faq, lockPositions } from './faq.ts'
import { ReaderQuery } from './pagecontent_actions.ts'

const strict = { additionalProperties: false }
const { id, organisation_id, locale, question, answer, category } = Faq.columns
/** A question as its readers see it. */
const CurrentFaq = Type.Object({ id, organisation_id, locale, question, answer, category })
const CurrentQuery = Type.Object(
  {
    ...ReaderQuery,
    search: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: '200 by default' })),
  },
  strict,
)
const Info = Type.Object({ total: Type.Integer({ description: 'How many there are, beyond the limit too' }) })
const OrderBody = Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }) }, strict)
const tags = ['faqs']

/** The FAQs that readers see, and their order. */
export const listCurrentFaqs = defineAction({
  method: 'GET',
  path: 'faqs/current',
  public: true,
  tags,
  summary: 'List the FAQs that readers see',
  description:
    'Those of the organisation, then those of the installation: of each in the language, or in English where it ' +
    'has none. Without a session: those of the installation.',
  query: CurrentQuery,
  answer: Type.Array(CurrentFaq),
  info: Info,
  async run({ context: { config, db }, viewer, query: { organisation_id: requested_id, ...query } }) {
    checkLocale(query.locale)
    const organisation_id = organisationOfReader(viewer, requested_id, config)
    const { rows, total } = await currentFaqs(db, { ...query, organisation_id })
    return answerWith(rows, { info: { total } })
  },
})

export const orderFaqs = defineAction({
  method: 'POST',
  path: 'faqs/order',
  tags,
  summary: 'Put FAQs of an organisation, or of the installation, into this order',
  description: 'Up to 1000 at once. They take the places that they have now; others keep theirs.',
  body: OrderBody,
  answer: Type.Array(Faq.row),
  message: 'The FAQs have been put in order.',
  run: ({ context, viewer, body: { ids } }) => transact(context, (trx) => order(trx, viewer, ids)),
})

/** A page of FAQs as readers see them, and the number of all that match. */
async function currentFaqs(db: Db, { organisation_id, locale, search, limit = 200 }: Request) {
  const languages = texts(languagesFor(locale))
  const pattern = `%${(search ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<CurrentFaq & { total: number }>`
    with shown as (
      select f.*, rank() over (partition by f.organisation_id
        order by array_position(${languages}::text[], lower(f.locale))) as language
      from faq f where f.published and ${isOfEither('f.organisation_id', organisation_id)}
        and lower(f.locale) = any(${languages}::text[]))
    select id, organisation_id, locale, question, answer, category, count(*) over ()::int as total
    from shown
    where language = 1 and (question ilike ${pattern} or answer ilike ${pattern} or category ilike ${pattern})
    order by organisation_id is null, position, id limit ${limit}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/**
 * Gives FAQs the places that they have, in another order.
 *
 * @throws {AppError} not_found if one does not exist for the viewer; then nothing is changed
 */
async function order(trx: Trx, viewer: Viewer, ids: number[]): Promise<RowOf<typeof Faq>[]> {
  const { rows: placed } = await sql<{
    id: number
    organisation_id: number | null
    position: number
    writable: boolean
  }>`
    select faq.id, faq.organisation_id, faq.position, ${faq.writes(viewer)} as writable from faq
    where faq.id = any(${bigints(ids)}::bigint[]) and ${faq.reads(viewer)} order by faq.id for update`.execute(trx)
  const existing = new Set(placed.map((row) => row.id))
  const missing_id = ids.find((each) => !existing.has(each))
  if (missing_id !== undefined) throw new AppError('not_found', `There is no FAQ ${missing_id}.`, 'ids')
  if (placed.some(({ writable }) => !writable)) throw new AppError('forbidden')
  const { organisation_id } = placed[0]!
  if (placed.some((row) => row.organisation_id !== organisation_id)) {
    throw wrong('ids', 'belong to more than one organisation.')
  }
  await lockPositions(trx, organisation_id)
  const positions = placesOf(placed.map(({ position }) => position))
  const ordered = ids.map((id, i) => ({ id, position: positions[i] }))
  const { rows } = await sql<RowOf<typeof Faq>>`
    update faq set position = o.position
    from ${unnestRows(ordered, { bigint: ['id'], integer: ['position'] }, 'o')}
    where faq.id = o.id returning faq.*`.execute(trx)
  await audit(trx, viewer, 'faq.order', { organisation_id, entity: 'faq', details: { count: ids.length } })
  return rows.sort((a, b) => a.position - b.position)
}

/** The places in ascending order, each a different one. */
function placesOf(positions: number[]): number[] {
  let last = 0
  return positions
    .sort((a, b) => a - b)
    .map((position) => {
      last = Math.max(position, last + 1)
      return last
    })
}

type CurrentFaq = Omit<RowOf<typeof Faq>, 'position' | 'published' | 'created_at' | 'modified_at'>
type Request = {
  organisation_id: number | null
  locale?: string | undefined
  search?: string | undefined
  limit?: number | undefined
}
