import { Button } from '@mantine/core'
import { IconClock, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from '../guard/GuardLine.module.css'
import { keys } from '../keys.ts'
import type { Privacy, Tracker } from '../types.ts'

const WorkingHoursDialog = lazy(() => import('./WorkingHoursDialog.tsx'))

/** Hours begin and end without a press. */
const REFRESH = 60_000

/** @param framed whether it says when places are stored, for administrators to set; else only that they are not now */
export function PrivacyLine({ tracker, framed = false }: Props) {
  const { t } = useTranslation()
  const administers = useAdministers(tracker.organisation_id)
  const maySet = framed && administers
  const [open, setOpen] = useState(false)
  const stateText = useStateText()
  const { data: privacy } = useQuery({
    queryKey: keys.privacy(tracker.id),
    queryFn: async () => (await guarded(client.list('trackerprivacy', { tracker_id: tracker.id }))).data[0] ?? null,
    refetchInterval: REFRESH,
  })
  if (privacy === undefined || (!maySet && !privacy?.private)) return null
  const is_private = privacy?.private === true
  return (
    <section className={classes.line} data-framed={framed || undefined} aria-label={t('tracking:privacy.title')}>
      <span className={classes.mark} data-armed={is_private || undefined}>
        <Icon of={is_private ? IconEyeOff : IconClock} />
      </span>
      <div className={classes.text} aria-live="polite">
        <div>{t('tracking:privacy.title')}</div>
        <div className={classes.state}>{stateText(privacy)}</div>
      </div>
      {maySet && (
        <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
          {t('tracking:privacy.set')}
        </Button>
      )}
      <Suspense>
        {open && <WorkingHoursDialog tracker_id={tracker.id} privacy={privacy} close={() => setOpen(false)} />}
      </Suspense>
    </section>
  )
}

function useStateText() {
  const { t } = useTranslation()
  const { time } = useTimes()
  const now = useNow(60_000)
  return (privacy: Privacy | null): string => {
    if (privacy?.private_until) return t('tracking:privacy.byPerson', { time: time(privacy.private_until, now) })
    const state = privacy?.private ? 'byHours' : privacy?.schedule ? 'atWork' : 'always'
    return [t(`tracking:privacy.${state}`), privacy?.by_group && t('tracking:privacy.byGroup')]
      .filter(Boolean)
      .join(' ')
  }
}

type Props = { tracker: Tracker; framed?: boolean }
