import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DataOf, Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** Built-in templates with their placeholders. */
export const builtInTemplates = queryOptions({
  queryKey: keys.builtInTemplates(),
  queryFn: async () => (await guarded(client.act('GET messagetemplates/builtin'))).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The name of a template's event. */
export function useTemplateName(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => t(`messaging:templates.of.${name}` as 'messaging:templates.of.alarm', { defaultValue: name })
}

/** The rendered template, or its error. */
export function usePreview(request: PreviewRequest) {
  return useQuery({
    queryKey: keys.templatePreview(request),
    queryFn: async () =>
      (await guarded(post<Pick<PreviewRequest, 'subject' | 'text'>>('messagetemplate/preview', request))).data,
    placeholderData: (before) => before,
    enabled: request.text.trim() !== '',
  })
}

export type BuiltIn = DataOf<'GET messagetemplates/builtin'>[number]
type PreviewRequest = { subject: string; text: string } & {
  name: Row<'messagetemplate'>['name']
  channel: 'email' | 'sms'
}
