import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'

/** Whether a licence holds today; nothing where no day is known. */
export function LicenceState({ licence }: Pick<Row<'driver'>, 'licence'>) {
  const { t } = useTranslation()
  if (licence === null) return null
  return (
    <Badge variant="light" color={colours[licence]} tt="none">
      {t(`tracking:drivers.licences.${licence}`)}
    </Badge>
  )
}

const colours = { valid: 'teal', expiring: 'orange', expired: 'red' }
