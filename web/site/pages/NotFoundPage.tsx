import { useTranslation } from 'react-i18next'
import { BackLinks } from '../../kit/page/BackLinks.tsx'
import { Message } from '../../kit/page/Message.tsx'
import { DocumentTitle } from '../../kit/page/Page.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <>
      <DocumentTitle title={t('notFound.title')} />
      <Message title={t('notFound.title')}>
        <BackLinks />
      </Message>
    </>
  )
}
