import schema from 'virtual:resource/movementprofile'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { type Settings, SettingsFields } from './SettingsFields.tsx'
import { usualWork, type Work, WorkFields } from './WorkFields.tsx'

/** What carries the trackers, and the values that differ from those of its kind. */
export function ProfileForm({ profile, organisation_id }: Props) {
  const { t } = useTranslation()
  const [settings, setSettings] = useState<Settings>(profile?.settings ?? {})
  const { create, update, remove } = useRecordActions('movementprofile', {
    page: paths.movementProfile,
    list: paths.movementProfiles,
  })
  const [work, setWork] = useState<Work | null>(profile?.work ?? null)
  const works = JSON.stringify(work) !== JSON.stringify(profile?.work ?? null)
  const changed = JSON.stringify(settings) !== JSON.stringify(profile?.settings ?? {})
  const save = (body: object) =>
    profile
      ? update(profile, {
          ...body,
          ...(changed && { settings }),
          ...(works && { work }),
        } as UpdateBody<'movementprofile'>)
      : create({ ...body, settings, work, organisation_id } as CreateBody<'movementprofile'>)
  return (
    <>
      <ResourceForm
        resource="movementprofile"
        body={profile ? schema.update! : schema.create!}
        row={profile ?? { kind: 'car' }}
        all={!profile}
        fields={['name', 'kind', 'default_for']}
        required={['name', 'kind']}
        changed={changed || works}
        {...(!profile && { submit: t('form.create') })}
        save={save}
        extra={({ kind }) => (
          <>
            <Checkbox
              label={t('tracking:movementProfiles.hasWork')}
              description={t('tracking:movementProfiles.workHint')}
              checked={work !== null}
              onChange={(event) => setWork(event.currentTarget.checked ? usualWork : null)}
            />
            {work && <WorkFields value={work} onChange={setWork} />}
            <SettingsFields kind={kind as Row<'movementprofile'>['kind']} value={settings} onChange={setSettings} />
          </>
        )}
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
