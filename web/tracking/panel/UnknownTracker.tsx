import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { selectTracker } from '../kit/selection.ts'

export function UnknownTracker() {
  const { t } = useTranslation()
  return (
    <Alert
      color="gray"
      variant="default"
      p="xs"
      withCloseButton
      closeButtonLabel={t('tracking:panel.close')}
      style={{ pointerEvents: 'auto' }}
      onClose={() => selectTracker(null)}
    >
      {t('tracking:panel.unknownTracker')}
    </Alert>
  )
}
