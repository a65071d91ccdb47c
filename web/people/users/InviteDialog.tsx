import schema from 'virtual:resource/invitation'
import { Button, Modal, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { backendOrigin } from '../../core/backend/backend.ts'
import { installation } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Command } from '../../kit/ui/Command.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { GroupsOfMember } from './GroupsOfMember.tsx'
import { InviteMany } from './InviteMany.tsx'
import type { Role } from './roles.ts'
import { chosenOf, useRoleChoices } from './useRoleChoices.ts'

/** Invites by mail. An installation without a mail server shows a link to hand over instead. */
export function InviteDialog({ organisation_id, role_name = 'User', close }: Invited) {
  const { t } = useTranslation()
  const by_link = useQuery(installation).data?.sends_mail === false
  const [many, setMany] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const [group_ids, setGroupIds] = useState<number[] | null>(null)
  const [role, setRole] = useState<string>(role_name)
  const choices = useRoleChoices(organisation_id)
  const save = async (body: CreateBody<'invitation'>) => {
    const { data } = await guarded(
      client.create('invitation', {
        ...body,
        organisation_id,
        ...chosenOf(role),
        ...(role.startsWith('Staff') && { group_ids }),
        ...(by_link && { by_link }),
      }),
    )
    await refresh('invitation')
    if (by_link) return setLink(`${backendOrigin()}${paths.invitation({ token: String(data.token) })}`)
    showSuccess(t('people:users.invited'))
    close()
  }
  if (link) {
    return (
      <Modal opened onClose={close} title={t('people:users.linkTitle')} centered>
        <Stack>
          <Text size="sm">{t('people:users.linkText')}</Text>
          <Command what={t('people:users.link')} text={link} />
          <Button onClick={close}>{t('people:users.linkDone')}</Button>
        </Stack>
      </Modal>
    )
  }
  return (
    <Modal opened onClose={close} title={t('people:users.inviteTitle')} centered>
      {!by_link && (
        <SegmentedControl
          fullWidth
          mb="md"
          value={many ? 'many' : 'one'}
          onChange={(value) => setMany(value === 'many')}
          data={(['one', 'many'] as const).map((value) => ({ value, label: t(`people:users.invite_${value}`) }))}
        />
      )}
      <Text c="dimmed" size="sm" mb="md">
        {t(by_link ? 'people:users.inviteByLink' : 'people:users.inviteText')}
      </Text>
      {many ? (
        <InviteMany organisation_id={organisation_id} close={close} />
      ) : (
        <ResourceForm
          resource="invitation"
          body={schema.create!}
          row={{}}
          all
          fields={['email']}
          extra={() => (
            <>
              <NativeSelect
                label={t('people:fields.invitation.role_name')}
                value={role}
                data={choices}
                onChange={(event) => setRole(event.currentTarget.value)}
              />
              {role.startsWith('Staff') && (
                <GroupsOfMember organisation_id={organisation_id} value={group_ids} onChange={setGroupIds} />
              )}
            </>
          )}
          submit={t('people:users.invite')}
          save={save}
        />
      )}
    </Modal>
  )
}

/** `role_name` is the default. */
type Invited = { organisation_id: number; role_name?: Role; close: () => void }
