import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Faq } from '#db/tables/site/faq.ts'
import { checkLocale, checkName } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { contentOrganisationFor, readsPublished, writesContent } from './audience.ts'

const { answer, locale, published } = Faq.columns
const question = Type.String({ maxLength: 500 })
const category = Nullable(Type.String({ maxLength: 100 }))

/** Frequently asked questions. `GET faqs/current` gives those that a reader sees. */
export const faq = defineResource({
  name: 'faq',
  plural: 'faqs',
  noun: 'FAQ',
  about: 'List frequently asked questions: drafts for administrators, published ones for others',
  table: 'faq',
  row: Faq.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    installation: defineFilter(Type.Boolean({ description: 'Whether it belongs to no organisation' }), (is) =>
      is ? sql<SqlBool>`faq.organisation_id is null` : sql<SqlBool>`faq.organisation_id is not null`,
    ),
    locale: equals('locale', locale),
    category: equals('category', Type.String()),
    published: equals('published', Type.Boolean()),
  },
  search: ['question', 'answer', 'category'],
  sort: { id: null, position: null, question: null, category: null, modified_at: null },
  default_sort: 'position',
  reads: (viewer) => readsPublished(viewer, 'faq', 'faq.published'),
  writes: (viewer) => writesContent(viewer, 'faq'),
  quota: { organisation: 'faqs' },

  create: {
    body: bodyOf({ question, answer }, { organisation_id: Nullable(Id), locale, category, published }),
    async run(trx, viewer, { organisation_id: requested_id, ...body }) {
      const organisation_id = contentOrganisationFor(viewer, requested_id)
      checkLocale(body.locale)
      return rows(trx, 'faq').insert({
        locale: 'en',
        ...body,
        question: checkName(body.question, 'question'),
        category: trimmed(body.category),
        position: await nextPosition(trx, organisation_id),
        organisation_id,
      })
    },
  },
  update: {
    body: bodyOf({}, { question, answer, locale, category, published }),
    async run(trx, _viewer, { question, category, ...body }) {
      checkLocale(body.locale)
      await rows(trx, 'faq').update({ ...body, question: checkName(question, 'question'), category: trimmed(category) })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'faq').remove(target),
})

/** Locks the order of an organisation's FAQs, or the installation's, until the transaction ends. */
export async function lockPositions(trx: Trx, organisation_id: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`faq positions ${organisation_id}`}, 0))`.execute(trx)
}

async function nextPosition(trx: Trx, organisation_id: number | null): Promise<number> {
  await lockPositions(trx, organisation_id)
  const { position } = await trx
    .selectFrom('faq')
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
    .where('organisation_id', 'is not distinct from', organisation_id)
    .executeTakeFirstOrThrow()
  return position
}

/** Null for a blank category. Undefined stays undefined: the update leaves the column unchanged. */
const trimmed = (category: string | null | undefined) => (category === undefined ? undefined : category?.trim() || null)
