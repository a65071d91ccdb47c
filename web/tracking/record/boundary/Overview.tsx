import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../../core/api.ts'
import { paths } from '../../../core/paths.ts'
import { Attachments } from '../../../files/attachments/Attachments.tsx'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { Section } from '../../../kit/page/Section.tsx'
import { keys } from '../../keys.ts'
import { useValues } from '../../movement/values.ts'
import type { Boundary } from '../../types.ts'
import classes from '../Record.module.css'

const BoundaryMap = lazy(() => import('./BoundaryMap.tsx'))
/** Trackers inside that are listed. */
const MOST = 100

/** Where a boundary is, and which trackers are inside now. */
export function Overview({ boundary, now, mayEdit }: { boundary: Boundary; now: number; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const text = useValues()
  const { id, organisation_id } = boundary
  const { data: inside } = useQuery({
    queryKey: keys.inside(id),
    queryFn: async () => guarded(client.list('segment', { boundary_id: id, kind: 'visit', open: true, limit: MOST })),
    refetchInterval: 30_000,
    staleTime: 0,
  })
  return (
    <>
      <div className={classes.map}>
        <Suspense>
          <BoundaryMap boundary={boundary} />
        </Suspense>
      </div>
      <Section title={t('tracking:record.inside', { count: inside?.info.total ?? inside?.data.length ?? 0 })}>
        {inside?.data.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('tracking:record.nobody')}
          </Text>
        )}
        <div>
          {inside?.data.map(({ id, tracker_id, tracker_name, began_at }) => (
            <div key={id} className={classes.alert}>
              <Link to={paths.tracker({ id: tracker_id })}>{tracker_name}</Link>
              <span>{t('tracking:record.since', { time: time(began_at, now) })}</span>
              <span>{text(Math.max(0, (now - Date.parse(began_at)) / 1000), 'duration')}</span>
            </div>
          ))}
        </div>
      </Section>
      <Attachments
        subject={{ boundary_id: id }}
        organisation_id={organisation_id}
        mayAdd={mayEdit}
        text={t('files:attachments.of_boundary')}
      />
    </>
  )
}
