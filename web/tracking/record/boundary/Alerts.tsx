import schema from 'virtual:resource/alert'
import { useTranslation } from 'react-i18next'
import { List } from '../../../kit/lists/List.tsx'
import { replayOf, useAlertColumns } from '../../alerts/useAlertColumns.tsx'
import type { Boundary } from '../../types.ts'

/** The alerts of a boundary, newest first. */
export function Alerts({ boundary: { id, organisation_id }, now }: { boundary: Boundary; now: number }) {
  const { t } = useTranslation()
  return (
    <List
      resource="alert"
      schema={schema}
      filters={{ organisation_id, boundary_id: id }}
      columns={useAlertColumns(now)}
      nameOf={({ tracker_name }) => tracker_name}
      open={(alert) => replayOf(alert, now)}
      empty={t('tracking:record.noAlerts')}
    />
  )
}
