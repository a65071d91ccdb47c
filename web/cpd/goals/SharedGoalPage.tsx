import schema from 'virtual:resource/devgoal'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** The shared goal of `?id=`, or a new one for the cycle of `?cycle=`. */
export function SharedGoalPage() {
  const { t } = useTranslation()
  const devcycle_id = Number(useSearchParams()[0].get('cycle'))
  return (
    <RecordPage
      resource="devgoal"
      schema={schema}
      nameOf={({ description }) => description}
      page={paths.sharedGoal}
      list={() => paths.sharedGoals()}
      groups={[
        { fields: ['description', 'plan_category', 'compulsory', 'timely'] },
        {
          title: t('cpd:goals.groups.more'),
          level: 2,
          folded: true,
          fields: ['identifying_method', 'achievement_method', 'specific', 'measurable', 'action', 'realistic'],
        },
      ]}
      required={['description']}
      given={devcycle_id > 0 ? { devcycle_id } : {}}
      texts={{
        title: t('cpd:goals.shared'),
        create: t('cpd:goals.newShared'),
        text: t('cpd:goals.sharedText'),
        missing: t('cpd:goals.missing'),
      }}
    />
  )
}
