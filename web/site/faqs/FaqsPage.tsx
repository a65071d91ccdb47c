import schema from 'virtual:resource/faq'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { ScopeSelect } from '../content/ScopeSelect.tsx'
import { useScope } from '../content/useScope.ts'
import { FaqOrder } from './FaqOrder.tsx'

/** FAQs of the organisation, or of the installation; their order where the address says so. */
export function FaqsPage() {
  const { t } = useTranslation()
  const scope = useScope()
  const [params] = useSearchParams()
  if (params.get('view') === 'order') return <FaqOrder key={JSON.stringify(scope.filters)} scope={scope} />
  const publish = (published: boolean) => (faq: { id: number }) => client.update('faq', { id: faq.id, published })
  return (
    <ListPage
      title={t('site:faqs.title')}
      text={t('site:faqs.text')}
      links={[{ to: paths.faqs({ ...scope.query, view: 'order' }), label: t('site:faqs.order') }]}
      create={{ to: paths.faq(scope.query), label: t('site:faqs.new') }}
      resource="faq"
      schema={schema}
      filters={scope.filters}
      columns={[
        { name: 'question' },
        { name: 'category' },
        { name: 'locale' },
        { name: 'published', show: ({ published }) => choiceOf(t, published ? 'yes' : 'no') },
        { name: 'position' },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ question }) => question}
      open={({ id }) => paths.faq({ id })}
      bulk={[
        { label: t('site:faqs.publish'), run: publish(true) },
        { label: t('site:faqs.withdraw'), run: publish(false) },
      ]}
      removable
      empty={t('site:faqs.empty')}
    >
      <ScopeSelect scope={scope} />
    </ListPage>
  )
}
