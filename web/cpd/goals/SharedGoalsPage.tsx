import schema from 'virtual:resource/devgoal'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { cyclesOf } from '../cycles/queries.ts'

/** The goals of the organisation's cycles, which their people get copies of. */
export function SharedGoalsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data: cycles = [] } = useQuery(cyclesOf(organisation_id))
  const ids = cycles.map(({ id }) => String(id))
  const nameOf = (id: string) => cycles.find((cycle) => String(cycle.id) === id)?.name ?? ''
  const [cycle] = useFilter('cycle', ids)
  return (
    <ListPage
      title={t('cpd:goals.shared')}
      text={t('cpd:goals.sharedText')}
      links={[{ to: paths.cyclesAdmin(), label: t('cpd:cycles.title') }]}
      {...(cycle && { create: { to: paths.sharedGoal({ cycle: Number(cycle) }), label: t('cpd:goals.add') } })}
      resource="devgoal"
      schema={schema}
      filters={{ organisation_id, shared: true, ...(cycle && { devcycle_id: Number(cycle) }) }}
      columns={[
        { name: 'description' },
        { name: 'plan_category' },
        { name: 'devcycle_id', show: ({ devcycle_id }) => nameOf(String(devcycle_id)) },
        { name: 'compulsory' },
        { name: 'timely', hidden: true },
      ]}
      nameOf={({ description }) => description}
      open={({ id }) => paths.sharedGoal({ id })}
      removable
      empty={t('cpd:goals.noShared')}
    >
      <SelectFilter name="cycle" values={ids} label={t('cpd:dashboard.cycle')} textOf={nameOf} />
    </ListPage>
  )
}
