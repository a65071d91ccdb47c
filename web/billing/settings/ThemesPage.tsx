import schema from 'virtual:resource/brandingtheme'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { BillingNav } from '../BillingNav.tsx'

/** How invoices look. */
export function ThemesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('billing:themes.title')}
      text={t('billing:themes.text')}
      create={{ to: paths.brandingTheme(), label: t('billing:themes.new'), whenEmpty: true }}
      resource="brandingtheme"
      schema={schema}
      filters={{ organisation_id }}
      columns={[{ name: 'name' }, { name: 'footer' }, { name: 'active' }, { name: 'modified_at', hidden: true }]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.brandingTheme({ id })}
      removable
      empty={t('billing:themes.empty')}
    >
      <BillingNav />
    </ListPage>
  )
}
