import schema from 'virtual:resource/movementprofile'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { type Settings, SettingsFields } from './SettingsFields.tsx'

/** What carries the trackers, and the values that differ from those of its kind. */
export function ProfileForm({ profile, organisation_id }: Props) {
  const { t } = useTranslation()
  const [settings, setSettings] = useState<Settings>(profile?.settings ?? {})
  const { create, update, remove } = useRecordActions('movementprofile', {
    page: paths.movementProfile,
    list: paths.movementProfiles,
  })
  const changed = JSON.stringify(settings) !== JSON.stringify(profile?.settings ?? {})
  const save = (body: object) =>
    profile
      ? update(profile, { ...body, ...(changed && { settings }) } as UpdateBody<'movementprofile'>)
      : create({ ...body, settings, organisation_id } as CreateBody<'movementprofile'>)
  return (
    <>
      <ResourceForm
        resource="movementprofile"
        body={profile ? schema.update! : schema.create!}
        row={profile ?? { kind: 'car' }}
        all={!profile}
        fields={['name', 'kind']}
        required={['name', 'kind']}
        changed={changed}
        {...(!profile && { submit: t('form.create') })}
        save={save}
        extra={() => <SettingsFields value={settings} onChange={setSettings} />}
      />
      {profile && (
        <Section title={t('form.remove')} text={t('tracking:movementProfiles.removeText')} apart>
          <ConfirmButton label={t('form.remove')} run={() => remove(profile.id)} dangerous />
        </Section>
      )}
    </>
  )
}

type Props = { profile: Row<'movementprofile'> | null; organisation_id: number }
