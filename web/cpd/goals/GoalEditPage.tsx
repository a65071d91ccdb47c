import schema from 'virtual:resource/devgoal'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { currentPlansOf } from '../plan/queries.ts'

/** The person's own goal of `?id=`, or a new one in the plan of `?plan=`, or else of the current cycle. */
export function GoalEditPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params] = useSearchParams()
  const named = Number(params.get('plan'))
  const asks = !params.has('id') && !(named > 0)
  const { data: current, isPending } = useQuery({ ...currentPlansOf(organisation_id), enabled: asks })
  if (asks && isPending) return <PageLoader />
  const devplan_id = named > 0 ? named : (current?.[0]?.id ?? 0)
  return (
    <RecordPage
      resource="devgoal"
      schema={schema}
      nameOf={() => t('cpd:goals.edit')}
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
      texts={{ title: t('cpd:goals.edit'), create: t('cpd:goals.new'), missing: t('cpd:goals.missing') }}
    />
  )
}
