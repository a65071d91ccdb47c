import schema from 'virtual:resource/reportconfig'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useOwners } from '../kit/useOwners.ts'
import { filtersOf, reports, viewOf } from './views.ts'

/** Saved reports: lists with their filters, which open as they were saved. */
export function ReportsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const ownerOf = useOwners(organisation_id)
  const [report] = useFilter('report', reports)
  return (
    <ListPage
      title={t('tracking:reports.title')}
      text={t('tracking:reports.text')}
      resource="reportconfig"
      schema={schema}
      filters={{ organisation_id, ...(report && { report }) }}
      columns={[
        { name: 'name' },
        {
          name: 'report',
          show: (saved) => (
            <Anchor component={Link} to={viewOf(saved)} inherit>
              {t('tracking:reports.open', { list: choiceOf(t, saved.report) })}
            </Anchor>
          ),
        },
        { name: 'query', show: ({ query }) => filtersOf(query) || t('tracking:reports.noFilters') },
        { name: 'owner_user_id', show: ({ owner_user_id }) => ownerOf(owner_user_id) },
        { name: 'created_at', hidden: true },
        { name: 'modified_at' },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.report({ id })}
      removable
      empty={t('tracking:reports.empty')}
    >
      <SelectFilter
        name="report"
        values={reports}
        label={t('tracking:fields.reportconfig.report')}
        textOf={(value) => choiceOf(t, value)}
      />
    </ListPage>
  )
}
