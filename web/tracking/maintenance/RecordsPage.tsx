import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { periodInAddress } from '../../kit/period/period.ts'
import { usePeriod } from '../../kit/period/usePeriod.ts'
import { ReferenceFilter } from '../../kit/reference/ReferenceFilter.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { TrackerFilter } from '../kit/TrackerFilter.tsx'
import { useRecordsList } from './useRecordsList.tsx'

/** What was done to all trackers, and what it cost. Filters are in the address. */
export function RecordsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const { timezone } = usePreferences()
  const [params, change] = useAddress()
  const { period, setPeriod, bounds } = usePeriod()
  const tracker_id = Number(params.get('tracker')) || null
  const group_id = Number(params.get('group')) || null
  const set = (changed: Record<string, number | string | null>) => change((before) => withFilters(before, changed))
  const filters = {
    organisation_id,
    ...(tracker_id && { tracker_id }),
    ...(group_id && { group_id }),
    ...(bounds.from && { from: dayOf(Date.parse(bounds.from), timezone) }),
    ...(bounds.to && { until: dayOf(Date.parse(bounds.to) - 1, timezone) }),
  }
  const list = useRecordsList(organisation_id, filters)
  const count = [tracker_id, group_id].filter(Boolean).length
  return (
    <ListPage
      title={t('tracking:maintenance.records')}
      text={t('tracking:maintenance.recordsText')}
      links={[
        { to: paths.maintenance(), label: t('tracking:maintenance.title') },
        ...(administers ? [{ to: paths.import({ kind: 'maintenancedone' }), label: t('tracking:sheet.link') }] : []),
      ]}
      {...list}
    >
      <FilterGroup
        count={count}
        clear={() => set({ tracker: null, group: null, ...periodInAddress(null) })}
        period={{ value: period, onChange: setPeriod }}
      >
        <TrackerFilter organisation_id={organisation_id} value={tracker_id} onChange={(id) => set({ tracker: id })} />
        <ReferenceFilter
          reference={groupReference(organisation_id)}
          label={t('tracking:movement.group')}
          placeholder={t('tracking:movement.allGroups')}
          value={group_id}
          onChange={(id) => set({ group: id })}
        />
      </FilterGroup>
    </ListPage>
  )
}
