import schema from 'virtual:resource/devplan'
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

const states = ['draft', 'submitted', 'agreed', 'reviewed'] as const
const whose = ['mine', 'waiting', 'waiver'] as const
const cycles = ['open'] as const

/** One's plans of all cycles, those that one supervises, and for administrators everybody's. */
export function PlansPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const [state] = useFilter('state', states)
  const [of] = useFilter('of', whose)
  const [cycle] = useFilter('cycle', cycles)
  const [, change] = useAddress()
  return (
    <ListPage
      title={t('cpd:plan.plural')}
      resource="devplan"
      schema={schema}
      filters={{
        organisation_id: organisation_id!,
        ...(state && { state }),
        ...(of === 'mine' && { user_id: user!.id }),
        ...(of === 'waiting' && { waiting: true }),
        ...(of === 'waiver' && { asks_waiver: true }),
        ...(cycle && { open: true }),
      }}
      columns={[
        { name: 'cycle' },
        { name: 'person' },
        { name: 'state', show: (plan) => choiceOf(t, plan.state) },
        { name: 'goals' },
        { name: 'supervisor' },
        { name: 'submitted_at' },
        { name: 'agreed_at', hidden: true },
      ]}
      nameOf={({ cycle }) => cycle}
      open={({ id }) => paths.plan({ id })}
      empty={state || of || cycle ? t('cpd:plan.noneMatch') : t('cpd:plan.empty')}
    >
      <FilterGroup
        count={[state, of, cycle].filter(Boolean).length}
        clear={() => change((before) => withFilters(before, { state: null, of: null, cycle: null }))}
      >
        <WhoseFilter values={whose} />
        <StateFilter values={states} />
        <SelectFilter
          name="cycle"
          values={cycles}
          label={t('cpd:dashboard.cycle')}
          textOf={() => t('cpd:plan.openCycles')}
        />
      </FilterGroup>
    </ListPage>
  )
}
