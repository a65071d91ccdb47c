import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { MessageTemplate } from '#db/tables/messaging/message_template.ts'
import { placeholders, type TemplateName, templateNames } from '#messages/templates/language.ts'
import { templateFault } from '#messages/templates/render.ts'
import { ofAdministrator, scope } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkLocale } from '../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'

const { channel, locale, subject, text } = MessageTemplate.columns
export const TemplateNameSchema = Type.Unsafe<TemplateName>(Type.String({ enum: templateNames }))

/** An organisation's own templates; they override the built-in ones. */
export const messagetemplate = defineResource({
  name: 'messagetemplate',
  plural: 'messagetemplates',
  noun: 'template',
  about: 'List templates of mails and SMS, by organisation and language',
  table: 'message_template',
  row: Type.Object({ ...MessageTemplate.columns, name: TemplateNameSchema }),
  filters: {
    organisation_id: equals('organisation_id', Id),
    name: equals('name', TemplateNameSchema),
    channel: equals('channel', channel),
  },
  search: ['name', 'subject', 'text'],
  sort: { id: null, name: null, modified_at: null },
  default_sort: 'name',
  // Templates of the installation apply where an organisation has none of its own.
  reads(viewer) {
    const own = ofAdministrator(viewer, 'message_template.organisation_id')
    if (own.extent === 'none') return own
    return scope('all', sql<SqlBool>`(${own} or message_template.organisation_id is null)`)
  },
  writes: (viewer) => ofAdministrator(viewer, 'message_template.organisation_id'),
  quota: { organisation: 'message_templates' },

  create: {
    body: bodyOf({ name: TemplateNameSchema, channel, text }, { organisation_id: Nullable(Id), locale, subject }),
    async run(trx, viewer, { organisation_id: requested_id, ...body }) {
      const organisation_id = organisationOf(viewer, requested_id)
      checkTemplate(body.name, body)
      return rows(trx, 'message_template').insert({ locale: 'en', ...body, organisation_id })
    },
  },
  update: {
    body: bodyOf({}, { locale, subject, text }),
    async run(trx, _viewer, body) {
      const { name } = await trx
        .selectFrom('message_template')
        .select('name')
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      checkTemplate(name as TemplateName, body)
      await rows(trx, 'message_template').update(body)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'message_template').remove(target),
})

/** @throws {AppError} that names the unknown placeholder */
export function checkTemplate(
  name: TemplateName,
  template: { locale?: string; subject?: string; text?: string },
): void {
  checkLocale(template.locale)
  for (const field of ['subject', 'text'] as const) {
    const fault = template[field] === undefined ? null : templateFault(template[field], placeholders[name])
    if (fault) throw new AppError('bad_request', `${field}: ${fault}.`, field)
  }
}

function organisationOf(viewer: Viewer, requested_id: number | null | undefined): number | null {
  if (requested_id !== null) return administeredFor(viewer, requested_id)
  if (!viewer.platform_admin)
    throw new AppError('forbidden', 'Only a platform administrator creates templates for all organisations.')
  return null
}
