import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Alert } from '../types.ts'
import { NotePopover } from './note/NotePopover.tsx'
import type { useAcknowledge } from './useAcknowledge.ts'

const hour = 3600_000
const snoozes = [
  ['quarter', hour / 4],
  ['hour', hour],
  ['shift', 8 * hour],
  ['day', 24 * hour],
] as const

/** What may be done about an alert besides acknowledging it. */
export function AlertMenu({ alert, name, busy, acknowledge, snooze }: Props) {
  const { t } = useTranslation()
  const [noting, setNoting] = useState(false)
  const done = Boolean(alert.acknowledged_at)
  return (
    <NotePopover
      alert={alert}
      busy={busy}
      acknowledge={acknowledge}
      opened={noting}
      setOpened={setNoting}
      button={false}
    >
      <span>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              disabled={busy}
              aria-label={t('tracking:alerts.moreOf', { name })}
            >
              <Icon of={IconDots} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setNoting(true)}>
              {t(done ? 'tracking:alertsPage.changeNote' : 'tracking:alertsPage.withNote')}
            </Menu.Item>
            <Menu.Item component={Link} to={paths.explain({ tracker: alert.tracker_id, alert: alert.id })}>
              {t('tracking:explain.ask')}
            </Menu.Item>
            {!done && <Menu.Label>{t('tracking:alerts.snooze')}</Menu.Label>}
            {!done &&
              snoozes.map(([label, ms]) => (
                <Menu.Item key={label} onClick={() => snooze(new Date(Date.now() + ms).toISOString())}>
                  {t(`tracking:alerts.snoozeFor.${label}`)}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      </span>
    </NotePopover>
  )
}

type Props = { alert: Alert; name: string } & ReturnType<typeof useAcknowledge>
