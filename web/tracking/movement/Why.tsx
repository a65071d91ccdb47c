import { ActionIcon, Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './Reports.module.css'
import { type Facts, useReasons } from './useReasons.ts'

/** Why the figures of a segment are what they are, behind a button. */
export function Why({ facts, name }: { facts: Facts; name: string }) {
  const { t } = useTranslation()
  return (
    <Popover width={320} position="bottom-end" shadow="md" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('tracking:why.of', { name })}>
          <Icon of={IconInfoCircle} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Reasons facts={facts} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The sentences themselves. */
export function Reasons({ facts }: { facts: Facts }) {
  const reasons = useReasons()(facts)
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
