import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'

/** What is said where an organisation has no words of its own, and what each may name. */
export const builtInTemplates = queryOptions({
  queryKey: queryKeys.builtInTemplates(),
  queryFn: async () => (await guarded(client.call<{ data: BuiltIn[] }>('GET', 'messagetemplates/builtin'))).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** What a template tells of, in words. */
export function useTemplateName(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => t(`messaging:templates.of.${name}` as 'messaging:templates.of.alarm', { defaultValue: name })
}

/** The template as its readers would see it, or why it is none. */
export function usePreview(asked: Asked) {
  return useQuery({
    queryKey: queryKeys.templatePreview(asked),
    queryFn: async () => (await guarded(post<Words>('messagetemplate/preview', asked))).data,
    placeholderData: (before) => before,
    enabled: asked.text.trim() !== '',
  })
}

export type BuiltIn = Asked & { placeholders: string[] }
type Words = { subject: string; text: string }
type Asked = Words & { name: Row<'messagetemplate'>['name']; channel: 'email' | 'sms' }
