import schema from 'virtual:resource/invitation'
import { Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CreateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import type { Role } from './roles.ts'

export function InviteDialog({ organisation_id, role_name = 'User', close }: Invited) {
  const { t } = useTranslation()
  const save = async (body: CreateBody<'invitation'>) => {
    await guarded(client.create('invitation', { ...body, organisation_id }))
    showSuccess(t('people:users.invited'))
    await refresh('invitation')
    close()
  }
  return (
    <Modal opened onClose={close} title={t('people:users.inviteTitle')} centered>
      <Text c="dimmed" size="sm" mb="md">
        {t('people:users.inviteText')}
      </Text>
      <ResourceForm
        resource="invitation"
        body={schema.create!}
        row={{ role_name }}
        all
        fields={['email', 'role_name']}
        submit={t('people:users.invite')}
        save={save}
      />
    </Modal>
  )
}

/** `role_name` is the default. */
type Invited = { organisation_id: number; role_name?: Role; close: () => void }
