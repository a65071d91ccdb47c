import { useTranslation } from 'react-i18next'
import { BackLinks } from '../../kit/page/BackLinks.tsx'
import { Message } from '../../kit/page/Message.tsx'
import { DocumentTitle } from '../../kit/page/Page.tsx'

export function ForbiddenPage() {
  const { t } = useTranslation()
  return (
    <>
      <DocumentTitle title={t('forbidden.title')} />
      <Message title={t('forbidden.title')} text={t('forbidden.text')}>
        <BackLinks />
      </Message>
    </>
  )
}
