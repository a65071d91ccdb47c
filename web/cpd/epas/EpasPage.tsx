import schema from 'virtual:resource/cpdepa'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Entrustable activities of the programme, as administrators declare them. */
export function EpasPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('cpd:epas.title')}
      create={{ to: paths.epa(), label: t('cpd:epas.add'), whenEmpty: true }}
      resource="cpdepa"
      schema={schema}
      filters={{ organisation_id }}
      columns={[{ name: 'code' }, { name: 'name' }, { name: 'required_level' }, { name: 'active' }]}
      nameOf={({ code, name }) => `${code} ${name}`}
      open={({ id }) => paths.epa({ id })}
      empty={t('cpd:epas.empty')}
    />
  )
}
