import { ActionIcon, Popover } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { AlertMark } from './AlertLine.tsx'
import classes from './AlertStrip.module.css'
import { type AlertGroup, boundaryOf } from './groups.ts'
import { NoteForm } from './note/NoteForm.tsx'
import { useAcknowledgeGroup } from './useAcknowledge.ts'
import { useAlertText } from './useAlertText.ts'

/** Alerts of one kind and minute in one line, which leads to their list and acknowledges them together. */
export function AlertGroupLine({ group, now }: { group: AlertGroup; now: number }) {
  const { t } = useTranslation()
  const { time, ago } = useTimes()
  const { several } = useAlertText()
  const { busy, acknowledge } = useAcknowledgeGroup(group)
  const [opened, setOpened] = useState(false)
  const { kind, started_at } = group.at(-1)!
  const sentence = several(group[0]!, group.length, boundaryOf(group))
  const label = t('tracking:alerts.acknowledgeGroup', { count: group.length })
  const when = t('tracking:alerts.at', { time: time(started_at, now), ago: ago(started_at, now) })
  return (
    <div className={classes.line}>
      <Link
        className={classes.what}
        title={`${sentence}, ${when}`}
        to={paths.alerts({ kind, state: 'open', acknowledged: 'no' })}
      >
        <AlertMark alert={group[0]!} />
        <span className={classes.sentence}>{sentence}</span>
        <span className={classes.time}>{time(started_at, now)}</span>
      </Link>
      <Popover
        opened={opened}
        onChange={setOpened}
        width={300}
        position="bottom-end"
        shadow="md"
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            size="sm"
            loading={busy}
            aria-label={`${label}: ${sentence}`}
            title={label}
            onClick={() => setOpened(!opened)}
          >
            <Icon of={IconChecks} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <NoteForm label={label} busy={busy} save={acknowledge} close={() => setOpened(false)} />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
