import { Center, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function PageLoader() {
  const { t } = useTranslation()
  return (
    <Center h="100%">
      <Loader size="sm" role="status" aria-label={t('session.restoring')} />
    </Center>
  )
}
