import { Type } from 'typebox'
import { MessageTemplate } from '#db/tables/messaging/message_template.ts'
import { languageOf, samples } from '#messages/templates/built_in.ts'
import { placeholders, templateNames } from '#messages/templates/language.ts'
import { render } from '#messages/templates/render.ts'
import { defineAction } from '../crud/action.ts'
import { checkTemplate, TemplateNameSchema } from './messagetemplate.ts'

const { channel, locale, subject, text } = MessageTemplate.columns
const strict = { additionalProperties: false }
const tags = ['messagetemplates']

/** The built-in templates, for the template editor. */
export const listBuiltInTemplates = defineAction({
  method: 'GET',
  path: 'messagetemplates/builtin',
  tags,
  summary: 'List the built-in templates in a language, or in English, with their placeholders',
  query: Type.Object({ locale: Type.Optional(locale) }, strict),
  answer: Type.Array(
    Type.Object({ name: Type.String(), channel, subject, text, placeholders: Type.Array(Type.String()) }),
  ),
  status: 200,
  run({ query }) {
    const { templates } = languageOf(query.locale ?? 'en')
    return templateNames.flatMap((name) =>
      (['email', 'sms'] as const).map((channel) => ({
        name,
        channel,
        ...templates[name][channel],
        placeholders: [...placeholders[name]],
      })),
    )
  },
})

export const previewTemplate = defineAction({
  method: 'POST',
  path: 'messagetemplate/preview',
  tags,
  summary: 'Preview a template with sample values',
  body: Type.Object(
    {
      name: TemplateNameSchema,
      channel: Type.Optional(channel),
      locale: Type.Optional(locale),
      subject: Type.Optional(subject),
      text: Type.Optional(text),
    },
    strict,
  ),
  answer: Type.Object({ subject, text }),
  status: 200,
  run({ body: { name, channel = 'email', locale = 'en', ...changes } }) {
    checkTemplate(name, { locale, ...changes })
    const template = { ...languageOf(locale).templates[name][channel], ...changes }
    return { subject: render(template.subject, samples), text: render(template.text, samples) }
  },
})
