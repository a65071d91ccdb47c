import schema from 'virtual:resource/job'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { PeriodAndState, usePeriodAndState } from '../../kit/period/PeriodAndState.tsx'

const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** Background jobs of everybody in the organisation, with the reasons of those that failed. */
export function JobsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { filters, filtered } = usePeriodAndState(states)
  return (
    <ListPage
      title={t('files:jobList.title')}
      text={t('files:jobList.text')}
      resource="job"
      schema={schema}
      filters={{ organisation_id, ...filters }}
      columns={[
        { name: 'kind', show: ({ kind }) => t(`files:jobs.${kind}`) },
        { name: 'source' },
        { name: 'state', show: ({ state }) => t(`files:jobs.${state}`) },
        { name: 'error_message' },
        { name: 'created_at' },
        { name: 'ended_at' },
      ]}
      nameOf={({ kind, source }) => source ?? kind}
      empty={filtered ? t('period.none') : t('files:jobList.empty')}
    >
      <PeriodAndState states={states} label={t('files:jobList.state')} />
    </ListPage>
  )
}
