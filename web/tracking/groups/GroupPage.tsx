import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { GroupAlerts } from './GroupAlerts.tsx'
import { GroupForm } from './GroupForm.tsx'

/** The group of trackers of `?id=`, or a new one. */
export function GroupPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('trackergroup')
  if (record.id === null) {
    return (
      <Page title={t('tracking:trackerGroups.new')} width="form">
        <GroupForm group={null} organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('tracking:trackerGroups.title')} missing={t('tracking:trackerGroups.missing')}>
      {(group) => (
        <Page title={group.name} width="form">
          <GroupForm key={`${group.id} ${group.modified_at}`} group={group} organisation_id={group.organisation_id}>
            <GroupAlerts key={group.id} group={group} />
          </GroupForm>
        </Page>
      )}
    </Loaded>
  )
}
