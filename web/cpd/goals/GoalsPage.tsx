import schema from 'virtual:resource/devgoal'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'

const states = ['open', 'achieved', 'dropped'] as const

/** The person's goals of all plans. New ones are added to a plan. */
export function GoalsPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const [state] = useFilter('state', states)
  return (
    <ListPage
      title={t('cpd:goals.title')}
      links={[{ to: paths.plan(), label: t('cpd:plan.title') }]}
      resource="devgoal"
      schema={schema}
      filters={{ organisation_id: organisation_id!, user_id: user!.id, ...(state && { state }) }}
      columns={[
        { name: 'description' },
        { name: 'plan_category' },
        { name: 'timely' },
        { name: 'percent', show: ({ percent }) => (percent === null ? '' : `${percent} %`) },
        { name: 'activities' },
        { name: 'state', show: (goal) => choiceOf(t, goal.state) },
        { name: 'compulsory', hidden: true },
      ]}
      nameOf={({ description }) => description}
      open={({ id }) => paths.goal({ id })}
      empty={state ? t('cpd:goals.noneMatch') : t('cpd:goals.none')}
    >
      <SelectFilter
        name="state"
        values={states}
        label={t('cpd:activities.state')}
        textOf={(each) => choiceOf(t, each)}
      />
    </ListPage>
  )
}
