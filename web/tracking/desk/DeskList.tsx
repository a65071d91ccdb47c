import { ActionIcon, Button, Text } from '@mantine/core'
import { IconCheck, IconNote } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { AlertMark } from '../alerts/AlertLine.tsx'
import { useAlertText } from '../alerts/useAlertText.ts'
import type { Alert } from '../types.ts'
import classes from './Desk.module.css'
import { MOST_DRAWN, waits } from './desk.ts'
import type { Desk } from './useDesk.ts'

/** The alerts of the desk, one in a line. */
export function DeskList({ alerts, total, now, desk, note }: Props) {
  const { t } = useTranslation()
  if (!alerts) return <PageLoader />
  if (alerts.length === 0) return <Text className={classes.empty}>{t('tracking:desk.empty')}</Text>
  const drawn = alerts.slice(0, MOST_DRAWN)
  return (
    <div className={classes.listed}>
      <ul className={classes.list} aria-label={t('tracking:alerts.label')}>
        {drawn.map((alert) => (
          <DeskLine key={alert.id} alert={alert} now={now} desk={desk} note={note} />
        ))}
      </ul>
      {total > drawn.length && (
        <Link to={paths.alerts({ state: 'open' })}>{t('tracking:desk.more', { count: total - drawn.length })}</Link>
      )}
    </div>
  )
}

function DeskLine({ alert, now, desk, note }: LineProps) {
  const { t } = useTranslation()
  const { time, ago, moment } = useTimes()
  const { sentence } = useAlertText()
  const { id, acknowledged_at, acknowledged_by, acknowledged_note, started_at } = alert
  const is_selected = desk.selected === id
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (is_selected) line.current?.scrollIntoView({ block: 'nearest' })
  }, [is_selected])
  const name = sentence(alert)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page select lines
    <li
      ref={line}
      className={classes.line}
      data-waits={waits(alert, now) || undefined}
      data-sos={(alert.alarm === 'sos' && !acknowledged_at) || undefined}
      aria-current={is_selected || undefined}
      onClick={() => desk.select(id)}
    >
      <AlertMark alert={alert} />
      <div className={classes.what}>
        <Link to={paths.map({ tracker: alert.tracker_id })} className={classes.sentence}>
          {name}
        </Link>
        <span className={classes.times}>
          {time(started_at, now)} · {ago(started_at, now)}
        </span>
        {acknowledged_at && (
          <span className={classes.times}>
            {t('tracking:desk.by', { name: acknowledged_by ?? '–', time: moment(acknowledged_at) })}
            {acknowledged_note && `: ${acknowledged_note}`}
          </span>
        )}
      </div>
      {!acknowledged_at && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<Icon of={IconCheck} />}
          loading={desk.busy.has(id)}
          aria-label={t('tracking:alerts.acknowledgeThis', { name })}
          onClick={() => desk.acknowledge(id)}
        >
          {t('tracking:alerts.acknowledge')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('tracking:desk.noteOf', { name })}
        title={t('tracking:alertsPage.withNote')}
        onClick={() => note(id)}
      >
        <Icon of={IconNote} />
      </ActionIcon>
    </li>
  )
}

type Props = { alerts: Alert[] | undefined; total: number; now: number; desk: Desk; note: (id: number) => void }
type LineProps = Omit<Props, 'alerts' | 'total'> & { alert: Alert }
