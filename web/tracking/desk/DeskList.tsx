import { ActionIcon, Button, Text } from '@mantine/core'
import { IconCheck, IconNote } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { AlertMark } from '../alerts/AlertLine.tsx'
import { useAlertText } from '../alerts/useAlertText.ts'
import type { Alert } from '../types.ts'
import { isCall, waits } from '../waiting.ts'
import classes from './Desk.module.css'
import { MOST_DRAWN } from './desk.ts'
import type { Desk } from './useDesk.ts'

/** The alerts of the desk, one in a line. */
export function DeskList({ alerts, total, now, desk, note }: Props) {
  const { t } = useTranslation()
  const { time, ago } = useTimes()
  if (!alerts) return <PageLoader />
  if (alerts.length === 0) return <Text className={classes.empty}>{t('tracking:desk.empty')}</Text>
  const drawn = alerts.slice(0, MOST_DRAWN)
  return (
    <div className={classes.listed}>
      <ul className={classes.list} aria-label={t('tracking:alerts.label')}>
        {drawn.map((alert) => (
          <DeskLine
            key={alert.id}
            alert={alert}
            when={`${time(alert.started_at, now)} · ${ago(alert.started_at, now)}`}
            waiting={waits(alert, now)}
            selected={desk.selected === alert.id}
            busy={desk.busy.has(alert.id)}
            select={desk.select}
            acknowledge={desk.acknowledge}
            note={note}
          />
        ))}
      </ul>
      {total > drawn.length && (
        <Link to={paths.alerts({ state: 'open' })}>{t('tracking:desk.more', { count: total - drawn.length })}</Link>
      )}
    </div>
  )
}

/** Drawn again only when something of it has changed: the desk looks every few seconds, all day. */
const DeskLine = memo(function DeskLine({
  alert,
  when,
  waiting,
  selected,
  busy,
  select,
  acknowledge,
  note,
}: LineProps) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { sentence } = useAlertText()
  const { id, acknowledged_at, acknowledged_by, acknowledged_note } = alert
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const name = sentence(alert)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page select lines
    <li
      ref={line}
      className={classes.line}
      data-waits={waiting || undefined}
      data-sos={(isCall(alert) && !acknowledged_at) || undefined}
      aria-current={selected || undefined}
      onClick={() => select(id)}
    >
      <AlertMark alert={alert} />
      <div className={classes.what}>
        <Link to={paths.map({ tracker: alert.tracker_id })} className={classes.sentence}>
          {name}
        </Link>
        <span className={classes.times}>{when}</span>
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
          loading={busy}
          aria-label={t('tracking:alerts.acknowledgeThis', { name })}
          onClick={() => acknowledge(id)}
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
})

type Props = { alerts: Alert[] | undefined; total: number; now: number; desk: Desk; note: (id: number) => void }
type LineProps = Pick<Desk, 'select' | 'acknowledge'> & {
  alert: Alert
  /** When it began, in words. */
  when: string
  waiting: boolean
  selected: boolean
  busy: boolean
  note: (id: number) => void
}
