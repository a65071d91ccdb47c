import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useAlarmNames } from '../../people/settings/useAlarmNames.ts'

/** What a drill is of, and how it has ended, in words. */
export function useDrillText() {
  const { t } = useTranslation()
  const { nameOf } = useAlarmNames()
  return {
    what({ kind, boundary_name, alarm }: Pick<Row<'firedrill'>, 'kind' | 'boundary_name' | 'alarm'>): string {
      if (kind === 'boundary') return t('tracking:drills.what.boundary', { name: boundary_name ?? '–' })
      return t('tracking:drills.what.alarm', { alarm: alarmOf(alarm) })
    },
    failure: ({ failure }: Pick<Row<'firedrill'>, 'failure'>) =>
      failure === null ? null : t(`tracking:drills.failures.${failure}`),
  }

  function alarmOf(alarm: string | null): string {
    const known = drillAlarms.find((one) => one === alarm)
    return known ? t(`tracking:drills.alarms.${known}`) : nameOf(alarm)
  }
}

/** As the server has them (`db/tables/tracking/drills/fire_drill.ts`). */
export const drillAlarms = ['sos', 'power_cut', 'low_battery', 'tow', 'tamper', 'crash', 'movement'] as const
export type DrillAlarm = (typeof drillAlarms)[number]
