import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { paths } from '../../../core/paths.ts'
import { useMayChange } from '../../../core/useAdministers.ts'
import { useNow } from '../../../kit/format/useNow.ts'
import { useUnits } from '../../../kit/format/useUnits.ts'
import { Loaded } from '../../../kit/record/Loaded.tsx'
import { RecordFrame } from '../../../kit/record/RecordFrame.tsx'
import { useRecord } from '../../../kit/record/useRecord.ts'
import { useOwners } from '../../kit/useOwners.ts'
import type { Boundary } from '../../types.ts'
import { Alerts } from './Alerts.tsx'
import { Overview } from './Overview.tsx'
import { Visits } from './Visits.tsx'

const REFRESH = 30_000

/** The boundary of `?id=`: where it is, who is inside, visits and alerts. Without an id, the list of boundaries. */
export function BoundaryPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const record = useRecord('boundary')
  if (id <= 0) return <Navigate to={paths.boundaries()} replace />
  return (
    <Loaded query={record} title={t('tracking:boundaries.editTitle')}>
      {(boundary) => <Shown key={id} boundary={boundary} />}
    </Loaded>
  )
}

function Shown({ boundary }: { boundary: Boundary }) {
  const { t } = useTranslation()
  const { length, lengthUnit, speed } = useUnits()
  const now = useNow(REFRESH)
  const ownerOf = useOwners(boundary.organisation_id)
  const mayEdit = useMayChange(boundary.organisation_id)(boundary)
  const { id, name, active, rule, all_trackers, tracker_ids, buffer_m, schedule, speed_limit, owner_user_id } = boundary
  const applies = all_trackers
    ? t('tracking:boundaries.all')
    : t('tracking:boundaries.count', { count: tracker_ids.length })
  return (
    <RecordFrame
      title={name}
      state={
        <Badge variant="light" color={active ? 'teal' : 'gray'}>
          {t(active ? 'tracking:record.on' : 'tracking:record.off')}
        </Badge>
      }
      actions={
        mayEdit && (
          <Button component={Link} to={paths.boundaryEdit({ id })} variant="default">
            {t('tracking:connect.edit')}
          </Button>
        )
      }
      facts={[
        [t('tracking:fields.boundary.rule'), t(`tracking:boundaries.rules.${rule}.name`)],
        [t('tracking:fields.boundary.tracker_ids'), applies],
        [t('tracking:record.times'), schedule ? t('tracking:record.scheduled') : t('tracking:record.always')],
        [t('tracking:record.buffer'), buffer_m > 0 && `${length(buffer_m)} ${lengthUnit}`],
        [t('tracking:record.speedLimit'), speed_limit !== null && speed(speed_limit)],
        [t('tracking:fields.boundary.owner_user_id'), ownerOf(owner_user_id)],
      ]}
      tabs={[
        {
          name: 'overview',
          label: t('tracking:record.tabs.overview'),
          show: () => <Overview boundary={boundary} now={now} mayEdit={mayEdit} />,
        },
        {
          name: 'visits',
          label: t('tracking:record.tabs.visits'),
          show: () => <Visits boundary={boundary} now={now} />,
        },
        {
          name: 'alerts',
          label: t('tracking:record.tabs.alerts'),
          show: () => <Alerts boundary={boundary} now={now} />,
        },
      ]}
    />
  )
}
