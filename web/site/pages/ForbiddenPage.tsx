import { useTranslation } from 'react-i18next'
import { Message } from '../../kit/page/Message.tsx'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { WayOut } from '../../kit/page/WayOut.tsx'

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
