import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { languageOf } from './built_in.ts'
import type { TemplateName } from './language.ts'
import { render, type Values } from './render.ts'

/** Reads the customised templates of organisations and the installation, once for many messages. */
export async function readTemplates(db: Kysely<Database>, organisation_ids: (number | null)[]): Promise<Templates> {
  const ids = [...new Set(organisation_ids.filter((id) => id !== null))]
  const rows = await db
    .selectFrom('message_template')
    .select(['organisation_id', 'name', 'channel', sql<string>`lower(locale)`.as('locale'), 'subject', 'text'])
    .where('kind', '=', 'system')
    .where((eb) =>
      eb.or([eb('organisation_id', 'is', null), ...(ids.length > 0 ? [eb('organisation_id', 'in', ids)] : [])]),
    )
    .execute()
  const own = new Map(rows.map((row) => [keyOf(row.organisation_id, row.name, row.channel, row.locale), row]))
  return {
    write(name, channel, { organisation_id, locale }, values) {
      const template =
        selectTemplate(own, name, channel, organisation_id, locale) ?? languageOf(locale).templates[name][channel]
      // Subjects are one line, whatever the tracker's name contains.
      return {
        subject: render(template.subject, values).replace(/\s+/g, ' ').slice(0, 500),
        text: render(template.text, values),
      }
    },
  }
}

/**
 * Order: the organisation's template in the language, then in English; then the installation's. Built-in ones come
 * after these.
 */
function selectTemplate(
  own: Map<string, Template>,
  name: string,
  channel: string,
  organisation_id: number | null,
  locale: string,
) {
  const exact = locale.toLowerCase()
  const languages = [...new Set([exact, exact.split('-')[0]!, 'en'])]
  for (const of of [...new Set([organisation_id, null])]) {
    for (const language of languages) {
      const template = own.get(keyOf(of, name, channel, language))
      if (template) return template
    }
  }
  return null
}

const keyOf = (organisation_id: number | null, name: string, channel: string, locale: string) =>
  `${organisation_id ?? ''} ${name} ${channel} ${locale}`

type Template = { subject: string; text: string }

export type Templates = {
  write(
    name: TemplateName,
    channel: 'email' | 'sms',
    reader: { organisation_id: number | null; locale: string },
    values: Values,
  ): Template
}
