import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { MessageTemplate } from '#db/tables/messaging/message_template.ts'
import { placeholders, type TemplateName, templateNames } from '#messages/templates/language.ts'
import { templateFault } from '#messages/templates/render.ts'
import { ofAdministrator, ofMember, scope } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkLocale, checkName, checkVisibleName } from '../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'

const { kind, name, channel, locale, subject, text } = MessageTemplate.columns
export const TemplateNameSchema = Type.Unsafe<TemplateName>(Type.String({ enum: templateNames }))
const isBuiltIn = (name: string) => (templateNames as string[]).includes(name)

/**
 * An organisation's own templates. Those of kind `system` override the built-in ones; those of kind `person` are picked
 * by members who write a message: their channel says whether the message goes by SMS, too.
 */
export const messagetemplate = defineResource({
  name: 'messagetemplate',
  plural: 'messagetemplates',
  noun: 'template',
  about:
    'List templates: of mails and SMS that the system sends, by organisation and language, and of messages that people write',
  table: 'message_template',
  row: MessageTemplate.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    kind: equals('kind', kind),
    name: equals('name', name),
    channel: equals('channel', channel),
  },
  search: ['name', 'subject', 'text'],
  sort: { id: null, name: null, modified_at: null },
  default_sort: 'name',
  // Templates of the installation apply where an organisation has none of its own.
  reads(viewer) {
    const own = ofAdministrator(viewer, 'message_template.organisation_id')
    const member = ofMember(viewer, 'message_template.organisation_id')
    const picked = sql<SqlBool>`(message_template.kind = 'person' and ${member})`
    if (own.extent === 'none') return scope(member.extent, picked)
    return scope('all', sql<SqlBool>`(${own} or ${picked} or message_template.organisation_id is null)`)
  },
  writes: (viewer) => ofAdministrator(viewer, 'message_template.organisation_id'),
  quota: { organisation: 'message_templates' },

  create: {
    body: bodyOf({ name, text }, { organisation_id: Nullable(Id), kind, channel, locale, subject }),
    async run(trx, viewer, { organisation_id: requested_id, ...body }) {
      const organisation_id = organisationOf(viewer, requested_id)
      // Without a kind: built-in names override, others are picked.
      const kind = body.kind ?? (isBuiltIn(body.name) ? 'system' : 'person')
      const checked = checkOf(kind, body.name, body)
      if (kind === 'person' && organisation_id === null) {
        throw wrong('organisation_id', 'a template for messages that people write belongs to an organisation.')
      }
      const defaults = { channel: 'email', locale: 'en' } as const
      return rows(trx, 'message_template').insert({ ...defaults, ...body, ...checked, kind, organisation_id })
    },
  },
  update: {
    body: bodyOf({}, { name, channel, locale, subject, text }),
    async run(trx, _viewer, body) {
      const stored = await trx
        .selectFrom('message_template')
        .select(['kind', 'name', 'channel'])
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      if (stored.kind === 'system') {
        for (const field of ['name', 'channel'] as const) {
          if (body[field] === undefined || body[field] === stored[field]) continue
          throw new AppError('not_possible', `${field}: that of a template of the system cannot be changed.`, field)
        }
      }
      await rows(trx, 'message_template').update({ ...body, ...checkOf(stored.kind, body.name ?? stored.name, body) })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'message_template').remove(target),
})

/** What is stored of the given fields. A template for people has no placeholders: they see and complete the text. */
function checkOf(kind: 'system' | 'person', name: string, given: Words): Partial<Words> {
  if (kind === 'system') {
    if (!isBuiltIn(name)) throw wrong('name', `is none of ${templateNames.join(', ')}.`)
    checkTemplate(name as TemplateName, given)
    return {}
  }
  checkLocale(given.locale)
  return {
    ...(given.name !== undefined && { name: checkVisibleName(given.name) }),
    ...(given.text !== undefined && { text: checkName(given.text, 'text') }),
  }
}

/** @throws {AppError} that names the unknown placeholder */
export function checkTemplate(
  name: TemplateName,
  template: { locale?: string; subject?: string; text?: string },
): void {
  checkLocale(template.locale)
  for (const field of ['subject', 'text'] as const) {
    const fault = template[field] === undefined ? null : templateFault(template[field], placeholders[name])
    if (fault) throw wrong(field, `${fault}.`)
  }
}

function organisationOf(viewer: Viewer, requested_id: number | null | undefined): number | null {
  if (requested_id !== null) return administeredFor(viewer, requested_id)
  if (!viewer.platform_admin)
    throw new AppError('forbidden', 'Only a platform administrator creates templates for all organisations.')
  return null
}

type Words = { name?: string; locale?: string; subject?: string; text?: string }
