import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './Readings.module.css'
import type { Reading } from './useReadings.ts'

export function EditSensor({ reading: { sensor_id, name } }: { reading: Reading }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      component={Link}
      className={classes.edit}
      to={paths.sensor({ id: sensor_id })}
      variant="subtle"
      color="gray"
      aria-label={t('tracking:sensors.edit', { name })}
    >
      <Icon of={IconPencil} />
    </ActionIcon>
  )
}
