import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import layout from '../replay/Replay.module.css'
import classes from './TimeMachine.module.css'
import type { useFleetTracks } from './useFleetTracks.ts'

/** Over the map: how far the day is read, that this failed, or that the day is empty. */
export function Reading({ asked: { whole, done, error, run } }: { asked: ReturnType<typeof useFleetTracks> }) {
  const { t } = useTranslation()
  if (error !== null) {
    return (
      <div className={layout.status} role="alert">
        {error || t('form.unreachable')}
        <Button size="compact-sm" variant="default" onClick={run}>
          {t('tracking:replay.retry')}
        </Button>
      </div>
    )
  }
  if (!whole || !done) {
    const { read = 0, trackers = 0 } = whole ?? {}
    return (
      <div className={layout.status} role="status">
        {t('tracking:timemachine.reading')}
        <Progress className={classes.share} value={(100 * read) / Math.max(1, trackers)} aria-hidden />
      </div>
    )
  }
  if (whole.read > 0) return null
  return (
    <p className={layout.status} role="status">
      {t('tracking:timemachine.empty')}
    </p>
  )
}
