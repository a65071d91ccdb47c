import { Type } from 'typebox'
import { MessageTemplate } from '#db/tables/messaging/message_template.ts'
import { languageOf, samples } from '#messages/templates/built_in.ts'
import { placeholders, templateNames } from '#messages/templates/language.ts'
import { render } from '#messages/templates/render.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { checkTemplate, TemplateNameSchema } from './messagetemplate.ts'

const { channel, locale, subject, text } = MessageTemplate.columns
const strict = { additionalProperties: false }
const Preview = Type.Object({ subject, text })
const PreviewBody = Type.Object(
  {
    name: TemplateNameSchema,
    channel: Type.Optional(channel),
    locale: Type.Optional(locale),
    subject: Type.Optional(subject),
    text: Type.Optional(text),
  },
  strict,
)
const LocaleQuery = Type.Object({ locale: Type.Optional(locale) }, strict)
const BuiltIn = Type.Object({ name: Type.String(), channel, subject, text, placeholders: Type.Array(Type.String()) })
const tags = ['messagetemplates']

/** The built-in templates and previews, for the template editor. */
export function addMessageTemplates(app: TypedApp): void {
  app.get('/messagetemplates/builtin', {
    schema: {
      tags,
      summary: 'List the built-in templates in a language, or in English, with their placeholders',
      querystring: LocaleQuery,
      response: answers({ 200: Type.Array(BuiltIn) }),
    },
    async handler(request) {
      viewerOf(request)
      const { templates } = languageOf(request.query.locale ?? 'en')
      const data = templateNames.flatMap((name) =>
        (['email', 'sms'] as const).map((channel) => ({
          name,
          channel,
          ...templates[name][channel],
          placeholders: [...placeholders[name]],
        })),
      )
      return { data }
    },
  })

  app.post('/messagetemplate/preview', {
    schema: {
      tags,
      summary: 'Preview a template with sample values',
      body: PreviewBody,
      response: answers({ 200: Preview }),
    },
    async handler(request) {
      viewerOf(request)
      const { name, channel = 'email', locale = 'en', ...changes } = request.body
      checkTemplate(name, { locale, ...changes })
      const template = { ...languageOf(locale).templates[name][channel], ...changes }
      return { data: { subject: render(template.subject, samples), text: render(template.text, samples) } }
    },
  })
}
