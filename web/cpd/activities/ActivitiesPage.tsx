import schema from 'virtual:resource/devactivity'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { StateFilter, WhoseFilter } from '../kit/filters.tsx'
import { refdataOf } from '../kit/queries.ts'
import { Unsent } from '../kit/Unsent.tsx'
import { useWhose, whose } from '../kit/useWhose.ts'

const states = ['draft', 'recorded', 'verified', 'returned'] as const

/** What the person has done, by state and category. */
export function ActivitiesPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const { data: refdata } = useQuery(refdataOf(organisation_id!))
  const categories = refdata?.categories ?? []
  const [state] = useFilter('state', states)
  const [category] = useFilter(
    'category',
    categories.map(({ id }) => String(id)),
  )
  const [split] = useFilter('split', ['none', 'others'])
  const { of, chosen, any } = useWhose('devactivity', organisation_id!)
  const [, change] = useAddress()
  const nameOf = (id: string) => categories.find((each) => String(each.id) === id)?.name ?? id
  return (
    <ListPage
      title={t('cpd:activities.title')}
      links={[
        { to: paths.cpdEvents(), label: t('cpd:events.title') },
        { to: paths.cpdImport({ kind: 'activities' }), label: t('cpd:import.link') },
      ]}
      create={{ to: paths.activityEdit(), label: t('cpd:activities.add'), whenEmpty: true }}
      resource="devactivity"
      schema={schema}
      filters={{
        organisation_id: organisation_id!,
        sort: '-completed_on',
        ...(of === 'waiting' && { waiting: true }),
        ...(of === 'mine' && { user_id: user!.id }),
        ...(state && { state }),
        ...(split === 'none' && { uncategorised: true }),
        ...(split === 'others' && { not_counted: true }),
        ...(category && { devcategory_id: Number(category) }),
      }}
      columns={[
        { name: 'target' },
        { name: 'person', ...(of === 'mine' && { hidden: true as const }) },
        { name: 'completed_on' },
        { name: 'hours' },
        {
          name: 'credits',
          show: ({ credits }) => credits.map(({ devcategory_id }) => nameOf(String(devcategory_id))).join(', '),
        },
        { name: 'time_credit', hidden: true },
        { name: 'state', show: ({ state }) => choiceOf(t, state) },
        { name: 'provider', hidden: true },
      ]}
      nameOf={({ target }) => target || t('cpd:activities.untitled')}
      open={({ id }) => paths.activity({ id })}
      removable
      empty={state || category || split || of !== 'mine' ? t('cpd:activities.noneMatch') : t('cpd:activities.empty')}
    >
      <Unsent kinds={['devactivity']} />
      <FilterGroup
        count={[state, category, split, chosen].filter(Boolean).length}
        clear={() => change((before) => withFilters(before, { state: null, category: null, split: null, of: null }))}
      >
        <WhoseFilter values={whose} any={any} />
        <StateFilter values={states} />
        <SelectFilter
          name="category"
          values={categories.map(({ id }) => String(id))}
          label={t('cpd:activities.category')}
          textOf={nameOf}
        />
        <SelectFilter
          name="split"
          values={['none', 'others']}
          label={t('cpd:activities.split')}
          textOf={(value) => t(value === 'none' ? 'cpd:activities.noCategory' : 'cpd:activities.notCounted')}
        />
      </FilterGroup>
    </ListPage>
  )
}
