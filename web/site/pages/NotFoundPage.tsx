import { useTranslation } from 'react-i18next'
import { Message } from '../../kit/page/Message.tsx'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { WayOut } from '../../kit/page/WayOut.tsx'

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
