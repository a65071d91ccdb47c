import schema from 'virtual:resource/cpdaudit'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { useCpdRole, useManages } from '../kit/useManages.ts'

/** Audits of records: one's own, and for administrators everybody's. */
export function AuditsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useManages(organisation_id)
  const reads_others = useCpdRole(organisation_id) === 'auditor' || administers
  const [params] = useAddress()
  const [draw, state] = [Number(params.get('draw')), params.get('state')]
  const filters = {
    organisation_id,
    ...(draw > 0 && { cpd_audit_draw_id: draw }),
    ...(state && { state: state as 'submitted' }),
  }
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
      empty={t('cpd:audits.empty')}
    />
  )
}
