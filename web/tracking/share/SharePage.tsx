import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ApiError } from '#api/client.ts'
import { client, isUnauthorised } from '../../core/api.ts'
import { relative, toTime } from '../../kit/format/format.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { Message } from '../../kit/page/Message.tsx'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { PlaceLinks } from '../../kit/ui/PlaceLinks.tsx'
import { keys } from '../keys.ts'
import { usePlace } from '../kit/usePlace.ts'
import classes from './Share.module.css'
import type { SharedPosition } from './sharedPosition.ts'

// Most of the page's bytes: begins with the page, and not once the position is known.
const map = import('./ShareMap.tsx')
map.catch(() => {})
const ShareMap = lazy(() => map.catch(() => import('./ShareMap.tsx')))
const pollEvery = 10_000

/** Live position of one tracker, for anyone with the link. */
export function SharePage() {
  const { t } = useTranslation()
  const token = useParams().token!
  const { data, error } = useQuery({
    queryKey: keys.sharedTracker(token),
    queryFn: () => readPosition(token),
    refetchInterval: ({ state }) => (isUnauthorised(state.error) ? false : pollEvery),
    gcTime: 0,
  })
  if (isExpired(error)) return <Message title={t('tracking:share.expired')} text={t('tracking:share.expiredText')} />
  if (isUnauthorised(error)) return <Message title={t('tracking:share.ended')} text={t('tracking:share.endedText')} />
  if (!data) return error ? <Message title={t('tracking:share.lost')} /> : <PageLoader />
  return (
    <main className={classes.page}>
      <DocumentTitle title={data.name ?? t('tracking:share.pageTitle')} />
      {data.position && (
        <Suspense>
          <ShareMap shown={data} position={data.position} />
        </Suspense>
      )}
      <PositionDetails shown={data} lost={error !== null} />
    </main>
  )
}

function PositionDetails({ shown, lost }: { shown: SharedPosition; lost: boolean }) {
  const { t } = useTranslation()
  const { speed } = useUnits()
  const place = usePlace()(shown.position?.coordinates)
  const now = useNow(1000)
  // Visitors have no preferences, so the browser's time zone is used.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const time = (moment: string) => toTime(moment, timeZone, now)
  const seen = () => {
    const { unit, count } = relative(shown.fix_at!, now)
    return t('tracking:share.seen', { time: time(shown.fix_at!), ago: t(`relative.${unit}`, { count }) })
  }
  return (
    <section className={classes.details}>
      <h1>{shown.name ?? t('tracking:share.tracker')}</h1>
      <p>{shown.fix_at ? seen() : t('tracking:share.noPosition')}</p>
      {place && <p>{place}</p>}
      {shown.speed !== null && <p>{speed(shown.speed)}</p>}
      {shown.position && <PlaceLinks position={shown.position.coordinates} heading={shown.heading} />}
      <p className={classes.quiet}>{t('tracking:share.by', { name: shown.shared_by })}</p>
      <p className={classes.quiet}>{t('tracking:share.until', { time: time(shown.expires_at) })}</p>
      {lost && <p role="alert">{t('tracking:share.lost')}</p>}
      <div data-map-note />
    </section>
  )
}

const isExpired = (error: unknown) => error instanceof ApiError && error.code === 'token_expired'

/** Without retries: the next poll follows. */
async function readPosition(token: string): Promise<SharedPosition> {
  return (await client.act('POST share/position', { token })).data
}
