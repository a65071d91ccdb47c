import schema from 'virtual:resource/driver'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { groupsOf } from '../../people/members/groupReference.ts'
import { memberReference } from '../../people/members/memberReference.ts'

/** Name, licence and keys. */
export function DriverForm({ driver, given = {}, organisation_id }: Props) {
  const { t } = useTranslation()
  const { create, update, remove } = useRecordActions('driver', { page: paths.driver, list: paths.drivers })
  return (
    <>
      <ResourceForm
        resource="driver"
        body={driver ? schema.update! : schema.create!}
        row={driver ?? given}
        all={!driver}
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
        {...(!driver && { submit: t('form.create') })}
        save={(body) =>
          driver
            ? update(driver, body as UpdateBody<'driver'>)
            : create({ ...(body as object), organisation_id } as CreateBody<'driver'>)
        }
      />
      {driver && (
        <Section title={t('form.remove')} apart>
          <ConfirmButton label={t('form.remove')} run={() => remove(driver.id)} dangerous />
        </Section>
      )}
    </>
  )
}

type Props = { driver: Row<'driver'> | null; given?: { keys?: string[] }; organisation_id: number }
