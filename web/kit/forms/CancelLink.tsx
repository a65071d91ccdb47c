import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Beside the button that saves: back, without saving. */
export function CancelLink({ to }: { to: string }) {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={to} variant="default">
      {t('form.cancel')}
    </Button>
  )
}
