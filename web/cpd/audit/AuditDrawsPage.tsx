import schema from 'virtual:resource/cpdauditdraw'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Audit draws of the organisation: whom they were drawn from and who was drawn. */
export function AuditDrawsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('cpd:draws.title')}
      text={t('cpd:draws.text')}
      create={{ to: paths.auditDraw(), label: t('cpd:draws.add'), whenEmpty: true }}
      links={[
        { to: paths.audits(), label: t('cpd:audits.title') },
        { to: paths.matrix(), label: t('cpd:matrix.title') },
      ]}
      resource="cpdauditdraw"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'cycle' },
        { name: 'percent', show: ({ percent }) => t('cpd:draws.share', { percent }) },
        { name: 'people' },
        { name: 'drawn', show: ({ drawn }) => drawn.length },
        { name: 'seed' },
        { name: 'drawn_by', hidden: true },
        { name: 'created_at' },
      ]}
      nameOf={({ cycle }) => cycle}
      open={({ id }) => paths.auditDraw({ id })}
      empty={t('cpd:draws.empty')}
    />
  )
}
