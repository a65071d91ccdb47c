import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Message } from '../frame/Message.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <Message title={t('notFound.title')}>
      <Button component={Link} to="/app/map" variant="default">
        {t('notFound.home')}
      </Button>
    </Message>
  )
}
