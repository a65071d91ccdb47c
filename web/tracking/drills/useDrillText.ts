import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useAlarmNames } from '../../kit/format/useAlarmNames.ts'

/** What a drill is of, and how it has ended, in words. */
export function useDrillText() {
  const { t } = useTranslation()
  const { nameOf } = useAlarmNames()
  return {
    what({ kind, boundary_name, alarm }: Pick<Row<'firedrill'>, 'kind' | 'boundary_name' | 'alarm'>): string {
      if (kind === 'boundary') return t('tracking:drills.what.boundary', { name: boundary_name ?? '–' })
      return t('tracking:drills.what.alarm', { alarm: nameOf(alarm) })
    },
    failure: ({ failure }: Pick<Row<'firedrill'>, 'failure'>) =>
      failure === null ? null : t(`tracking:drills.failures.${failure}`),
  }
}

/** As the server has them (`db/tables/tracking/drills/fire_drill.ts`). */
export const drillAlarms = ['sos', 'power_cut', 'low_battery', 'tow', 'tamper', 'crash', 'movement'] as const
export type DrillAlarm = (typeof drillAlarms)[number]
