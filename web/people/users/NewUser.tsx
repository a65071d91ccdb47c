import schema from 'virtual:resource/user'
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { CreateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

export function NewUser() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const save = async ({ password, ...body }: CreateBody<'user'>) => {
    const request = { ...body, ...(password !== '' && { password }), organisation_id }
    const { data } = await guarded(client.create('user', request))
    await Promise.all([refresh('user'), refresh('membership')])
    showSuccess(doneOf(t, 'user', 'created'))
    navigate(paths.user({ id: data.id }), { replace: true })
  }
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('people:user.newText')}
      </Text>
      <ResourceForm
        resource="user"
        body={schema.create!}
        row={{ role_name: 'User' }}
        all
        fields={['username', 'email', 'name', 'role_name', 'password']}
        required={['username', 'email']}
        submit={t('form.create')}
        save={save}
        cancel={
          <Button component={Link} to={paths.users()} variant="subtle" color="gray">
            {t('form.cancel')}
          </Button>
        }
      />
    </>
  )
}
