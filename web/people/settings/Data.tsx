import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { signOut } from '../../core/session.ts'
import { token } from '../../core/token.ts'
import type { User } from '../../core/types.ts'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { saveFile } from '../../kit/ui/saveFile.ts'
import { Consequences, type PhonesOfDeleted } from '../deletion/Consequences.tsx'

/** Export of the user's data, and deletion of the account. */
export function Data({ user }: { user: User }) {
  const { t } = useTranslation()
  if (user.impersonator_user_id !== null) return <Alert>{t('people:acting')}</Alert>
  return (
    <>
      <Download />
      <Section title={t('people:remove.title')} text={t('people:remove.text')} apart>
        <DeleteAccount user_id={user.id} />
      </Section>
    </>
  )
}

function Download() {
  const { t } = useTranslation()
  const tracks = useFeatures().includes('tracking')
  return (
    <Section title={t('people:data.title')} text={t('people:data.text')}>
      <Group>
        <ActionButton run={fetchData} failed={t('people:data.failed')}>
          {t('people:data.download')}
        </ActionButton>
        <Button component={Link} to={paths.exportData()} variant="default">
          {t('people:export.link')}
        </Button>
        {tracks && (
          <Button component={Link} to={paths.views()} variant="default">
            {t('people:data.views')}
          </Button>
        )}
      </Group>
    </Section>
  )
}

function DeleteAccount({ user_id }: { user_id: number }) {
  const { t } = useTranslation()
  const [phones, setPhones] = useState<PhonesOfDeleted>('erase')
  const navigate = useNavigate()
  return (
    <AccountFields
      fields={[
        { name: 'password', type: 'password', label: t('people:remove.password'), autoComplete: 'current-password' },
        { name: 'agree', type: 'agree', label: t('people:remove.agree') },
      ]}
      submit={t('people:remove.submit')}
      dangerous
      head={<Consequences user_id={user_id} phones={phones} setPhones={setPhones} />}
      send={async ({ password }) => {
        await client.call('DELETE', 'user/account', { password, phones })
        signOut()
        navigate(paths.welcome(), { replace: true })
      }}
    />
  )
}

async function fetchData(): Promise<void> {
  const response = await fetch(`${backendBase()}/api/v1/user/data`, {
    headers: { authorization: `Bearer ${token.read()}` },
  })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})))
  saveFile(await response.blob(), 'ringfence-data.json')
}
