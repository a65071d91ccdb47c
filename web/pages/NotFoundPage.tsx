import { useTranslation } from 'react-i18next'
import { Message } from '../frame/Message.tsx'
import { DocumentTitle } from '../frame/Page.tsx'
import { WayOut } from '../frame/WayOut.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <>
      <DocumentTitle title={t('notFound.title')} />
      <Message title={t('notFound.title')}>
        <WayOut />
      </Message>
    </>
  )
}
