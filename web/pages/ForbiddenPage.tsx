import { useTranslation } from 'react-i18next'
import { Message } from '../frame/Message.tsx'
import { DocumentTitle } from '../frame/Page.tsx'
import { WayOut } from '../frame/WayOut.tsx'

export function ForbiddenPage() {
  const { t } = useTranslation()
  return (
    <>
      <DocumentTitle title={t('forbidden.title')} />
      <Message title={t('forbidden.title')} text={t('forbidden.text')}>
        <WayOut />
      </Message>
    </>
  )
}
