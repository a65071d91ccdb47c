import schema from 'virtual:resource/faq'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { useScope } from '../content/useScope.ts'

/** The FAQ of `?id=`, or a new one. */
export function FaqPage() {
  const { t } = useTranslation()
  const { organisation_id, query } = useScope()
  return (
    <RecordPage
      key={useSearchParams()[0].get('id')}
      resource="faq"
      schema={schema}
      nameOf={({ question }) => question}
      page={paths.faq}
      list={() => paths.faqs(query)}
      fields={['question', 'answer', 'category', 'locale', 'published']}
      required={['question', 'answer', 'locale']}
      defaults={{ locale: 'en', published: true }}
      given={{ organisation_id }}
      texts={{ title: t('site:faqs.title'), create: t('site:faqs.new'), missing: t('site:faqs.missing') }}
    />
  )
}
