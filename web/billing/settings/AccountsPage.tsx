import schema from 'virtual:resource/ledgeraccount'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { BillingNav } from '../BillingNav.tsx'

/** The accounts of the books. */
export function AccountsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('billing:accounts.title')}
      text={t('billing:accounts.text')}
      create={{ to: paths.ledgerAccount(), label: t('billing:accounts.new'), whenEmpty: true }}
      resource="ledgeraccount"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'code' },
        { name: 'type', show: ({ type }) => t(`billing:accountTypes.${type}`) },
        { name: 'active' },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.ledgerAccount({ id })}
      removable
      empty={t('billing:accounts.empty')}
    >
      <BillingNav />
    </ListPage>
  )
}
