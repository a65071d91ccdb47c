import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ApiError } from '#api/client.ts'
import { client, isUnauthorised } from '../../core/api.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { Message } from '../../kit/page/Message.tsx'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { keys } from '../keys.ts'
import { AskPassword } from './AskPassword.tsx'
import classes from './Share.module.css'
import { ShareDetails } from './ShareDetails.tsx'
import { ShareList } from './ShareList.tsx'
import type { Padding } from './ShareMap.tsx'
import type { SharedPosition } from './sharedPosition.ts'

// Most of the page's bytes: begins with the page, and not once the position is known.
const map = import('./ShareMap.tsx')
map.catch(() => {})
const ShareMap = lazy(() => map.catch(() => import('./ShareMap.tsx')))
const pollEvery = 10_000
/** A trip that has ended changes only by late data. */
const pollEndedEvery = 60_000

/** Where the trackers of a link are now, for anyone with the link; also within a page of another website. */
export function SharePage() {
  const { t } = useTranslation()
  const token = useParams().token!
  const [password, setPassword] = useState<string>()
  const opened = useRef(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...keys.sharedTracker(token), password],
    queryFn: async () => {
      const shown = await readPosition({ token, ...(password && { password }), opened: !opened.current })
      opened.current = true
      return shown
    },
    refetchInterval: ({ state }) => {
      if (isUnauthorised(state.error) || asksPassword(state.error)) return false
      return state.data?.trip?.ended_at ? pollEndedEvery : pollEvery
    },
    gcTime: 0,
  })
  if (asksPassword(error)) {
    const wrong = error.code === 'link_password_required' ? null : error.message
    const give = (given: string) => (given === password ? refetch() : setPassword(given))
    return <AskPassword error={wrong} busy={isFetching} give={give} />
  }
  if (isExpired(error) && error.field === 'trip') {
    return <Message title={t('tracking:share.tripOver')} text={t('tracking:share.tripOverText')} />
  }
  if (isExpired(error)) return <Message title={t('tracking:share.expired')} text={t('tracking:share.expiredText')} />
  if (isUnauthorised(error)) return <Message title={t('tracking:share.ended')} text={t('tracking:share.endedText')} />
  if (!data) return error ? <Message title={t('tracking:share.lost')} /> : <PageLoader />
  return <Shown shown={data} lost={error !== null} />
}

function Shown({ shown, lost }: { shown: SharedPosition; lost: boolean }) {
  const { t } = useTranslation()
  const now = useNow(1000)
  const [selected, setSelected] = useState<string | null>(null)
  const narrow = useMediaQuery('(max-width: 600px)', window.innerWidth <= 600, { getInitialValueInEffect: false })
  const names = useNames(shown)
  const padding = narrow ? narrowPadding : widePadding
  return (
    <main className={classes.page}>
      <DocumentTitle title={shown.name ?? t('tracking:share.pageTitle')} />
      <div className={classes.map}>
        {shown.trackers.some(({ position }) => position) && (
          <Suspense>
            <ShareMap shown={shown} names={names} selected={selected} now={now} padding={padding} />
          </Suspense>
        )}
      </div>
      <ShareDetails shown={shown} lost={lost} now={now}>
        {!shown.single && shown.trackers.length > 0 && (
          <ShareList shown={shown} names={names} selected={selected} select={setSelected} now={now} />
        )}
      </ShareDetails>
    </main>
  )
}

/** By key; those without a name, or whose name is not shown, are numbered. */
function useNames({ trackers }: SharedPosition): Map<string, string> {
  const { t } = useTranslation()
  return useMemo(
    () =>
      new Map(
        trackers.map(({ key, name }, index) => [key, name || t('tracking:share.numbered', { number: index + 1 })]),
      ),
    [trackers, t],
  )
}

/** Beside the card, which lies over the map where there is room. */
const widePadding: Padding = { top: 60, bottom: 60, left: 400, right: 60 }
const narrowPadding: Padding = { top: 40, bottom: 40, left: 40, right: 40 }

const asksPassword = (error: unknown): error is ApiError => error instanceof ApiError && error.field === 'password'
const isExpired = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'token_expired'

/** Without retries: the next poll follows. */
async function readPosition(asked: PositionRequest): Promise<SharedPosition> {
  return (await client.act('POST share/position', asked)).data
}

type PositionRequest = { token: string; password?: string; opened: boolean }
