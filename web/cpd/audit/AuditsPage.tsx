import schema from 'virtual:resource/cpdaudit'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { StateFilter } from '../kit/filters.tsx'
import { useCpdRole, useManages } from '../kit/useManages.ts'

const states = ['notified', 'submitted', 'more_asked', 'decided', 'appealed', 'final'] as const

/** Audits of records: one's own, and for administrators everybody's. */
export function AuditsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useManages(organisation_id)
  const reads_others = useCpdRole(organisation_id) === 'auditor' || administers
  const [params, change] = useAddress()
  const draw = Number(params.get('draw'))
  const [state] = useFilter('state', states)
  const filters = { organisation_id, ...(draw > 0 && { cpd_audit_draw_id: draw }), ...(state && { state }) }
  return (
    <ListPage
      title={t('cpd:audits.title')}
      text={t(reads_others ? 'cpd:audits.text' : 'cpd:audits.textOwn')}
      links={administers ? [{ to: paths.auditDraws(), label: t('cpd:draws.title') }] : []}
      resource="cpdaudit"
      schema={schema}
      filters={filters}
      columns={[
        ...(reads_others ? [{ name: 'person' } as const] : []),
        { name: 'cycle' },
        { name: 'state', show: ({ state: of }) => choiceOf(t, of) },
        { name: 'due_on' },
        { name: 'verdict', show: ({ verdict }) => (verdict ? t(`cpd:audits.verdicts.${verdict}`) : null) },
      ]}
      nameOf={({ person, cycle }) => `${person ?? ''}, ${cycle}`}
      open={({ id }) => paths.audit({ id })}
      empty={t(state ? 'cpd:audits.noneMatch' : 'cpd:audits.empty')}
    >
      <FilterGroup count={state ? 1 : 0} clear={() => change((before) => withFilters(before, { state: null }))}>
        <StateFilter values={states} />
      </FilterGroup>
    </ListPage>
  )
}
