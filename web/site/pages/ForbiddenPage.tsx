import { useTranslation } from 'react-i18next'
import { BackLinks } from '../../kit/page/BackLinks.tsx'
import { Message } from '../../kit/page/Message.tsx'

export function ForbiddenPage() {
  const { t } = useTranslation()
  return (
    <Message title={t('forbidden.title')} text={t('forbidden.text')}>
      <BackLinks />
    </Message>
  )
}
