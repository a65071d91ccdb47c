import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { ProfileForm } from './ProfileForm.tsx'

/** The profile of movement of `?id=`, or a new one. */
export function ProfilePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('movementprofile')
  if (record.id === null) {
    return (
      <Page title={t('tracking:movementProfiles.new')} width="form">
        <ProfileForm profile={null} organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded
      query={record}
      title={t('tracking:movementProfiles.title')}
      missing={t('tracking:movementProfiles.missing')}
    >
      {(profile) => (
        <Page title={profile.name} width="form">
          <ProfileForm
            key={`${profile.id} ${profile.modified_at}`}
            profile={profile}
            organisation_id={profile.organisation_id}
          />
        </Page>
      )}
    </Loaded>
  )
}
