import schema from 'virtual:resource/maintenancedone'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import type { ListProps } from '../../kit/lists/List.tsx'
import { useDistance } from '../kit/useDistance.ts'
import { useCurrency } from './useCurrency.ts'

/**
 * The list of what was done, with the sum of its costs.
 *
 * @param filters of one tracker, its column is left out
 */
export function useRecordsList(organisation_id: number, filters: object, of_tracker = false) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const distance = useDistance()
  const currency = useCurrency(organisation_id)
  const dispatches = useDispatches(organisation_id)
  const hours = (value: number) => `${Math.round(value * 10) / 10} ${t('units.hours')}`
  const planOf = ({ plan_name }: Row<'maintenancedone'>) => plan_name ?? t('tracking:maintenance.reading')
  const list: ListProps<'maintenancedone'> = {
    resource: 'maintenancedone',
    schema,
    filters: { ...filters, organisation_id, sums: true },
    columns: [
      { name: 'done_on' },
      ...(of_tracker ? [] : [{ name: 'tracker_id' as const, show: (row: Row<'maintenancedone'>) => row.tracker_name }]),
      { name: 'maintenance_plan_id', show: planOf },
      {
        name: 'cost',
        end: true,
        show: ({ cost }) => (cost === null ? '' : toMoney(cost, currency)),
        showTotal: (sum) => toMoney(sum, currency),
      },
      { name: 'odometer_m', end: true, show: ({ odometer_m }) => (odometer_m === null ? '' : distance(odometer_m)) },
      { name: 'engine_h', end: true, show: ({ engine_h }) => (engine_h === null ? '' : hours(engine_h)), hidden: true },
      { name: 'next_on', hidden: true },
      { name: 'note' },
    ],
    nameOf: (row) => `${planOf(row)}, ${row.tracker_name}, ${day(row.done_on)}`,
    open: ({ id }) => paths.maintenanceRecord({ id }),
    bulk: dispatches
      ? [
          {
            label: t('tracking:maintenance.remove'),
            fits: () => true,
            single: true,
            run: async ({ id }) => {
              await client.remove('maintenancedone', id)
              await queries.invalidateQueries({ queryKey: ['maintenance'] })
            },
          },
        ]
      : [],
    empty: t('tracking:maintenance.noRecords'),
  }
  return list
}
