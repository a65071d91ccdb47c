import schema from 'virtual:resource/devgoal'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** The person's own goal of `?id=`, or a new one in the plan of `?plan=`. */
export function GoalEditPage() {
  const { t } = useTranslation()
  const devplan_id = Number(useSearchParams()[0].get('plan'))
  return (
    <RecordPage
      resource="devgoal"
      schema={schema}
      nameOf={({ description }) => description}
      page={paths.goal}
      list={() => paths.plan()}
      groups={[
        { fields: ['description', 'plan_category', 'timely', 'achievement_method', 'measurable'] },
        {
          title: t('cpd:goals.groups.more'),
          level: 2,
          folded: true,
          fields: ['identifying_method', 'specific', 'action', 'realistic', 'compulsory'],
        },
      ]}
      required={['description']}
      given={devplan_id > 0 ? { devplan_id } : {}}
      texts={{
        title: t('cpd:goals.edit'),
        create: t('cpd:goals.new'),
        missing: t('cpd:goals.missing'),
        created: t('cpd:goals.created'),
        saved: t('cpd:goals.saved'),
        removed: t('cpd:goals.removed'),
      }}
    />
  )
}
