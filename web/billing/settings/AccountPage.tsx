import schema from 'virtual:resource/ledgeraccount'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { withTitles } from '../../kit/forms/schema.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** The account of `?id=`, or a new one. */
export function AccountPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <RecordPage
      resource="ledgeraccount"
      schema={withTitles(schema, { type: (choice) => t(`billing:accountTypes.${choice as 'bank'}`) })}
      nameOf={({ name }) => name}
      page={paths.ledgerAccount}
      list={paths.ledgerAccounts}
      fields={['name', 'code', 'type', 'active']}
      required={['name', 'code']}
      defaults={{ type: 'revenue', active: true }}
      given={{ organisation_id }}
      texts={{
        title: t('billing:accounts.title'),
        create: t('billing:accounts.new'),
        text: t('billing:accounts.pageText'),
        missing: t('billing:accounts.missing'),
      }}
    />
  )
}
