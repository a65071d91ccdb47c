import schema from 'virtual:resource/role'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { AreasField } from './AreasField.tsx'
import { type Extents, type Preset, presets } from './areas.ts'

/** The role of `?id=`, or a new one. */
export function RolePage() {
  const { t } = useTranslation()
  const record = useRecord('role')
  const [preset, setPreset] = useState<Preset | null>(null)
  if (record.id === null) {
    return (
      <Page title={t('people:roles.new')} width="form">
        <Text size="sm" c="dimmed" mb="xs">
          {t('people:roles.presetsText')}
        </Text>
        <Group gap="xs" mb="md">
          {Object.keys(presets).map((name) => (
            <Button
              key={name}
              size="xs"
              variant={name === preset ? 'filled' : 'default'}
              onClick={() => setPreset(name as Preset)}
            >
              {t(`people:roles.presets.${name as Preset}`)}
            </Button>
          ))}
        </Group>
        <RoleForm key={preset} row={null} preset={preset} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('people:roles.title')} missing={t('people:roles.missing')}>
      {(role) => (
        <Page key={role.modified_at} title={role.name} width="form">
          {role.base && (
            <Text size="sm" c="dimmed" mb="md">
              {t('people:roles.limits', { role: choiceOf(t, role.base) })}
            </Text>
          )}
          <RoleForm row={role} preset={null} />
        </Page>
      )}
    </Loaded>
  )
}

function RoleForm({ row: role, preset }: { row: Row<'role'> | null; preset: Preset | null }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const begun = preset && presets[preset]
  const before = role?.areas ?? begun?.areas ?? {}
  const [areas, setAreas] = useState<Extents>(before)
  const { create, update, remove } = useRecordActions('role', { page: paths.role, list: paths.roles })
  const isOther = JSON.stringify(areas) !== JSON.stringify(before)
  const save = (body: object) =>
    role
      ? update(role, { ...body, ...(isOther && { areas }) } as UpdateBody<'role'>)
      : create({ ...body, areas, organisation_id } as CreateBody<'role'>)
  return (
    <>
      <ResourceForm
        resource="role"
        body={role ? schema.update! : schema.create!}
        row={role ?? { base: begun?.base ?? 'Staff', name: preset ? t(`people:roles.presets.${preset}`) : '' }}
        all={!role}
        groups={[
          { fields: role ? ['name', 'about'] : ['name', 'base', 'about'] },
          { title: t('people:roles.allows'), fields: [], extra: <AreasField value={areas} onChange={setAreas} /> },
        ]}
        required={['name']}
        changed={isOther || preset !== null}
        {...(!role && { submit: t('form.create') })}
        save={save}
      />
      {role && <RemoveSection run={() => remove(role.id)} text={t('people:roles.removeText')} />}
    </>
  )
}
