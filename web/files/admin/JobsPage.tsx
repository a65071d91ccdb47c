import schema from 'virtual:resource/job'
import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { PeriodFilter } from '../../kit/period/PeriodFilter.tsx'
import { usePeriod } from '../../kit/period/usePeriod.ts'

const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** Background jobs of everybody in the organisation, with the reasons of those that failed. */
export function JobsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { period, setPeriod, bounds } = usePeriod()
  const [state] = useFilter('state', states)
  return (
    <ListPage
      title={t('files:jobList.title')}
      text={t('files:jobList.text')}
      resource="job"
      schema={schema}
      filters={{ organisation_id, ...bounds, ...(state && { state }) }}
      columns={[
        { name: 'kind', show: ({ kind }) => t(`files:jobs.${kind}`) },
        { name: 'source' },
        { name: 'state', show: ({ state }) => t(`files:jobs.${state}`) },
        { name: 'error_message' },
        { name: 'created_at' },
        { name: 'ended_at' },
      ]}
      nameOf={({ kind, source }) => source ?? kind}
      empty={period || state ? t('period.none') : t('files:jobList.empty')}
    >
      <Group mb="md">
        <PeriodFilter value={period} onChange={setPeriod} />
        <SelectFilter
          name="state"
          values={states}
          label={t('files:jobList.state')}
          textOf={(value) => choiceOf(t, value)}
          mb={0}
        />
      </Group>
    </ListPage>
  )
}
