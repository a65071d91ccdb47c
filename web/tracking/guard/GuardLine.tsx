import { ActionIcon, Button } from '@mantine/core'
import { IconSettings, IconShield, IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { nameOf } from '../kit/state.ts'
import { useMayShare } from '../share/useMayShare.ts'
import type { Guard, Tracker } from '../types.ts'
import classes from './GuardLine.module.css'
import { saveGuard, useGuard } from './useGuard.ts'

const GuardDialog = lazy(() => import('./GuardDialog.tsx'))

/** Whether a tracker is guarded where it is parked, to be armed and disarmed by a press. */
export function GuardLine({ tracker, framed = false }: { tracker: Tracker; framed?: boolean }) {
  const { t } = useTranslation()
  const guard = useGuard(tracker.id)
  const stateText = useStateText()
  // Who may share a tracker may guard it.
  const mayGuard = useMayShare(tracker)
  const { busy, refusal, send } = useSending()
  const [open, setOpen] = useState(false)
  if (guard === undefined || (!mayGuard && !guard?.armed)) return null
  const armed = guard?.armed === true
  const press = () =>
    send(async () => {
      await saveGuard(tracker.id, guard, { armed: !armed })
      showSuccess(t(`tracking:guard.${armed ? 'disarmed' : 'willGuard'}`, { tracker: nameOf(tracker) }))
    })
  return (
    <section className={classes.line} data-framed={framed || undefined} aria-label={t('tracking:guard.title')}>
      <span className={classes.mark} data-armed={armed || undefined} data-outside={guard?.outside || undefined}>
        <Icon of={guard?.outside ? IconShieldExclamation : armed ? IconShieldCheck : IconShield} />
      </span>
      <div className={classes.text} aria-live="polite">
        <div>{t('tracking:guard.title')}</div>
        <div className={classes.state} data-outside={guard?.outside || undefined}>
          {stateText(guard)}
        </div>
      </div>
      {mayGuard && (
        <>
          <Button variant="default" size="compact-xs" disabled={busy} onClick={press}>
            {t(`tracking:guard.${armed ? 'disarm' : 'arm'}`)}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('tracking:guard.settings')}
            onClick={() => setOpen(true)}
          >
            <Icon of={IconSettings} />
          </ActionIcon>
        </>
      )}
      <RefusalAlert refusal={refusal} />
      <Suspense>{open && <GuardDialog tracker={tracker} guard={guard} close={() => setOpen(false)} />}</Suspense>
    </section>
  )
}

function useStateText() {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { length, lengthUnit } = useUnits()
  const now = useNow(60_000)
  return (guard: Guard | null): string => {
    if (guard?.outside) return t('tracking:guard.left')
    if (guard?.armed_at && guard.armed_by) {
      const armed = t(`tracking:guard.armed.${guard.armed_by}`, { time: time(guard.armed_at, now) })
      const circle =
        guard.radius_m === null
          ? t('tracking:guard.waits')
          : t('tracking:guard.within', { distance: `${length(guard.radius_m)} ${lengthUnit}` })
      return `${armed}, ${circle}`
    }
    if (!guard?.on_ignition && !guard?.schedule) return t('tracking:guard.off')
    const by = guard.on_ignition && guard.schedule ? 'both' : guard.on_ignition ? 'ignition' : 'schedule'
    return t(`tracking:guard.set.${by}`)
  }
}
