import { ActionIcon, Button, CloseButton, Title } from '@mantine/core'
import { IconFocusCentered, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadTexts } from '../../core/i18n.ts'
import { paths } from '../../core/paths.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { ArrivesAt } from '../arrivals/ArrivesAt.tsx'
import { GuardLine } from '../guard/GuardLine.tsx'
import type { Fleet } from '../kit/fleet.ts'
import { positions } from '../kit/live/positions.ts'
import { useLatest } from '../kit/live/useLatest.ts'
import { useNamedPlace } from '../kit/places/useNamedPlace.ts'
import { StateMark } from '../kit/StateMark.tsx'
import { focusTracker, selectTracker } from '../kit/selection.ts'
import { movementOf, nameOf, statusOf } from '../kit/state.ts'
import { useMovementText, useStatusText } from '../kit/useStatusText.ts'
import { PrivacyLine } from '../privacy/PrivacyLine.tsx'
import { ShareButton } from '../share/ShareButton.tsx'
import type { Tracker } from '../types.ts'
import { TellMe } from '../watches/TellMe.tsx'
import { Facts } from './Facts.tsx'
import { LastAlerts } from './LastAlerts.tsx'
import { PanelAlerts } from './PanelAlerts.tsx'
import { PanelFoot } from './PanelFoot.tsx'
import { Today } from './Today.tsx'
import classes from './TrackerPanel.module.css'

const PanelFiles = lazy(async () => {
  const [component] = await Promise.all([import('../../files/attachments/PanelFiles.tsx'), loadTexts(['files'])])
  return component
})

export function TrackerPanel({ tracker, fleet, trailFailed }: Props) {
  const { t } = useTranslation()
  const statusText = useStatusText()
  const movementText = useMovementText()
  const latest = useLatest(tracker.id)
  const now = useNow(1000)
  const alert = fleet.leaving.get(tracker.id)
  const reported = { latest, presence: positions.presence.get(tracker.id), alert }
  const movement = movementOf(tracker, positions.movement.get(tracker.id), latest)
  const row = { tracker, latest, movement, ...statusOf(tracker, reported) }
  const place = useNamedPlace()(latest?.fix?.position?.coordinates)
  const status = statusText(row, now, place)
  const doing = movement && row.state !== 'inactive' ? movementText(movement, tracker.type, now, place) : null
  const boundary_id = alert?.boundary_id ?? latest?.fix?.boundary_id
  const boundary = fleet.boundaries.find((each) => each.id === boundary_id)
  return (
    <section className={classes.panel} aria-label={t('tracking:panel.label')}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <Title order={2} size="h5" lineClamp={2}>
            {nameOf(tracker)}
          </Title>
          <div className={classes.state} data-state={row.state} aria-live="polite">
            <StateMark state={row.state} offline={row.offline} doing={movement?.state} heading={latest?.heading} />
            {status}
          </div>
          {doing && doing !== status && <div className={classes.doing}>{doing}</div>}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('tracking:panel.show')}
          onClick={() => focusTracker(tracker.id)}
        >
          <Icon of={IconFocusCentered} />
        </ActionIcon>
        <CloseButton aria-label={t('tracking:panel.close')} onClick={() => selectTracker(null)} />
      </header>
      <div className={classes.actions}>
        <Button
          component={Link}
          to={paths.replay({ tracker: tracker.id })}
          size="xs"
          variant="default"
          leftSection={<Icon of={IconPlayerPlay} />}
        >
          {t('tracking:panel.replay')}
        </Button>
        <ShareButton tracker={tracker} />
      </div>
      <TellMe
        tracker={tracker}
        boundaries={fleet.boundaries}
        inside={alert ? undefined : boundary}
        position={latest?.fix?.position?.coordinates ?? null}
      />
      <ArrivesAt key={`arrives ${tracker.id}`} tracker={tracker} boundaries={fleet.boundaries} now={now} />
      <GuardLine key={tracker.id} tracker={tracker} />
      <PrivacyLine key={`privacy ${tracker.id}`} tracker={tracker} />
      <PanelAlerts tracker_id={tracker.id} fleet={fleet} now={now} />
      <div className={classes.body}>
        <Today tracker={tracker} now={now} />
        <Facts tracker={tracker} latest={latest} boundary={boundary} place={place} now={now} />
        <LastAlerts tracker_id={tracker.id} now={now} />
      </div>
      <Suspense>
        <PanelFiles tracker_id={tracker.id} className={classes.files} />
      </Suspense>
      <PanelFoot tracker={tracker} trailFailed={trailFailed} located={Boolean(latest?.fix)} />
    </section>
  )
}

type Props = { tracker: Tracker; fleet: Fleet; trailFailed: boolean }
