import { useTranslation } from 'react-i18next'
import { BackLinks } from '../../kit/page/BackLinks.tsx'
import { Message } from '../../kit/page/Message.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <Message title={t('notFound.title')}>
      <BackLinks />
    </Message>
  )
}
