import { Alert, Group, Slider, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { keys } from '../keys.ts'
import { useLive } from '../kit/live/useLive.ts'
import classes from './Loans.module.css'
import { type Borrowed, useBorrowed } from './useBorrowed.ts'

const LoanMap = lazy(() => import('./LoanMap.tsx'))

/** The tracker of the loan of `?id=`, for who borrows it: where it is, and where it was in the last week of the loan. */
export function LoanPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const organisation_id = useSession((session) => session.organisation_id)!
  const ready = useLive(organisation_id)
  const borrowed = useBorrowed(organisation_id)
  const loan = borrowed.find(
    ({ id, elsewhere }) => id === Number(params.get('id')) && elsewhere === params.has('elsewhere'),
  )
  if (!loan && !ready) return <PageLoader />
  return (
    <Page title={loan?.tracker_name ?? t('tracking:loans.unnamed')} width="record">
      {loan ? <Shown loan={loan} /> : <Alert color="gray">{t('tracking:loans.missing')}</Alert>}
    </Page>
  )
}

function Shown({ loan }: { loan: Borrowed }) {
  const { t } = useTranslation()
  const { moment, ago } = useTimes()
  const { speed } = useUnits()
  const now = useNow(10_000)
  const { id, elsewhere } = loan
  const track = useQuery({
    queryKey: keys.loanTrack(id, elsewhere),
    queryFn: async () =>
      (await guarded(client.act(elsewhere ? 'GET remoteloan/track' : 'GET trackerloan/track', { id }))).data,
    refetchInterval: 60_000,
  })
  const points = track.data?.points ?? none
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = chosen === null ? null : points[Math.min(chosen, points.length - 1)]
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={600}>{t('tracking:loans.from', { name: loan.lender_name })}</Text>
          <Text size="sm" c="dimmed">
            {t('tracking:loans.span', { from: moment(loan.begins_at), to: moment(loan.ends_at) })}
          </Text>
        </div>
        <End loan={loan} />
      </Group>
      {loan.failing_since && (
        <Alert color="orange">{t('tracking:loans.away', { ago: ago(loan.failing_since, now) })}</Alert>
      )}
      {Math.abs(loan.clock_offset_s) >= CLOCKS_S && (
        <Alert color="orange">
          {t('tracking:loans.clocks', { minutes: Math.round(Math.abs(loan.clock_offset_s) / 60) })}
        </Alert>
      )}
      {loan.within_area && <Alert color="gray">{t('tracking:loans.within')}</Alert>}
      {(points.length > 0 || loan.lon !== null) && (
        <>
          <div className={classes.map}>
            <Suspense>
              <LoanMap loan={loan} points={points} shown={shown ?? null} />
            </Suspense>
          </div>
          {points.length > 1 && (
            <div>
              <Text size="sm" aria-live="polite">
                {shown ? moment(new Date(shown[0]).toISOString()) : t('tracking:loans.now')}
              </Text>
              <Slider
                aria-label={t('tracking:loans.replay')}
                min={0}
                max={points.length}
                value={chosen ?? points.length}
                onChange={(index) => setChosen(index >= points.length ? null : index)}
                label={(index) =>
                  points[index] ? moment(new Date(points[index][0]).toISOString()) : t('tracking:loans.now')
                }
                color="indigo"
              />
            </div>
          )}
          {track.data?.is_cut && <Text size="sm">{t('tracking:loans.cut')}</Text>}
        </>
      )}
      <Facts
        facts={[
          [t('tracking:fields.trackerloan.note'), loan.note],
          [t('tracking:loans.position'), loan.fix_at ? ago(loan.fix_at, now) : t('tracking:loans.nowhere')],
          [t('tracking:fields.tracker.speed'), (loan.speed ?? 0) >= 1 && speed(loan.speed!)],
        ]}
      />
      <Trips id={id} elsewhere={elsewhere} />
    </Stack>
  )
}

function End({ loan: { id, borrower_id, elsewhere } }: { loan: Borrowed }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (!useAdministers(borrower_id)) return null
  const end = async () => {
    await client.act(elsewhere ? 'POST remoteloan/end' : 'POST trackerloan/end', { id })
    // First away from here: what this page asks for has ended.
    navigate(paths.loans({ side: elsewhere ? 'elsewhere' : 'received' }))
    await refresh('trackerloan')
  }
  return <ConfirmButton label={t('tracking:loans.end')} run={end} done={t('tracking:loans.ended')} />
}

function Trips({ id, elsewhere }: { id: number; elsewhere: boolean }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { distance } = useUnits()
  const { data: trips } = useQuery({
    queryKey: keys.loanTrips(id, elsewhere),
    queryFn: async () =>
      (await guarded(client.act(elsewhere ? 'GET remoteloan/trips' : 'GET trackerloan/trips', { id }))).data,
    refetchInterval: 60_000,
  })
  if (!trips) return null
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {t('tracking:loans.trips')}
      </Title>
      {trips.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('tracking:loans.noTrips')}
        </Text>
      ) : (
        <div className={classes.scroll}>
          <Table>
            <Table.Tbody>
              {trips.map(({ kind, began_at, ended_at, distance_m, begin_place, end_place }) => (
                <Table.Tr key={`${kind} ${began_at}`}>
                  <Table.Td>{t(`tracking:loans.kinds.${kind as 'trip' | 'stop'}`)}</Table.Td>
                  <Table.Td>
                    {moment(began_at)} – {ended_at ? moment(ended_at) : t('tracking:loans.now')}
                  </Table.Td>
                  <Table.Td>{kind === 'trip' && distance(distance_m)}</Table.Td>
                  <Table.Td>
                    {(kind === 'trip' ? [begin_place, end_place] : [begin_place]).filter(Boolean).join(' → ')}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  )
}

/** Clocks that differ less than this are no reason to say so. */
const CLOCKS_S = 120
const none: [number, number, number][] = []
