import schema from 'virtual:resource/driver'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { useCell } from '../../kit/lists/useCell.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { groupsOf } from '../../people/members/groupReference.ts'
import { memberReference } from '../../people/members/memberReference.ts'
import { LicenceState } from './LicenceState.tsx'

/** The driver of `?id=`, or a new one; others than administrators read it. */
export function DriverPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  if (!useAdministers(organisation_id)) return <Reading />
  return (
    <RecordPage
      resource="driver"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.driver}
      list={paths.drivers}
      groups={[
        { fields: ['name', 'phone', 'user_id', 'group_id'] },
        { title: t('tracking:drivers.licence'), fields: ['licence_number', 'licence_expires_on'] },
        { title: t('tracking:drivers.keys'), fields: ['keys'] },
      ]}
      required={['name']}
      references={{
        user_id: { ...memberReference(organisation_id), texts: { none: t('tracking:drivers.noAccount') } },
        group_id: groupsOf(organisation_id, t('tracking:trackerGroups.none')),
      }}
      given={{ organisation_id }}
      texts={{
        title: t('tracking:drivers.title'),
        create: t('tracking:drivers.new'),
        missing: t('tracking:drivers.missing'),
      }}
    />
  )
}

function Reading() {
  const { t } = useTranslation()
  const cell = useCell()
  const record = useRecord('driver')
  const fields = ['name', 'phone', 'licence_number', 'licence_expires_on', 'keys'] as const
  return (
    <Loaded query={record} title={t('tracking:drivers.title')} missing={t('tracking:drivers.missing')}>
      {(row) => (
        <Page title={row.name} state={<LicenceState licence={row.licence} />} width="record">
          <Facts facts={fields.map((field) => [labelOf(t, 'driver', field), cell(field, row[field])])} />
        </Page>
      )}
    </Loaded>
  )
}
