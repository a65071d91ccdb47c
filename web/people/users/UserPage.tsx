import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { EditUser } from './EditUser.tsx'
import { NewUser } from './NewUser.tsx'

/** The user of `?id=`, or a new one. */
export function UserPage() {
  const { t } = useTranslation()
  const record = useRecord('user')
  if (record.id === null) {
    return (
      <Page title={t('people:user.newTitle')}>
        <NewUser />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('people:user.details')} missing={t('people:user.missing')}>
      {(user) => <EditUser key={user.id} user={user} />}
    </Loaded>
  )
}
