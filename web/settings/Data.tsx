import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#api/client.ts'
import { AccountFields } from '../accounts/AccountFields.tsx'
import { client } from '../api.ts'
import { signOut } from '../stores/session.ts'
import { token } from '../token.ts'
import type { User } from '../types.ts'
import { Section } from '../ui/Section.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { sayFailed } from '../ui/say.ts'
import { useAccountWords } from './words.ts'

/** What one may take along, and the end. */
export function Data({ user }: { user: User }) {
  const { t } = useAccountWords()
  if (user.impersonator_user_id !== null) return <Alert>{t('acting')}</Alert>
  return (
    <>
      <Download />
      <Section title={t('remove.title')} text={t('remove.text')} apart>
        <DeleteAccount />
      </Section>
    </>
  )
}

function Download() {
  const { t } = useAccountWords()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await fetchData().catch((error) => sayFailed(error, t('data.failed')))
    setBusy(false)
  }
  return (
    <Section title={t('data.title')} text={t('data.text')}>
      <div>
        <Button variant="default" loading={busy} onClick={download}>
          {t('data.download')}
        </Button>
      </div>
    </Section>
  )
}

function DeleteAccount() {
  const { t } = useAccountWords()
  const navigate = useNavigate()
  return (
    <AccountFields
      fields={[
        { name: 'password', type: 'password', label: t('remove.password'), autoComplete: 'current-password' },
        { name: 'agree', type: 'agree', label: t('remove.agree') },
      ]}
      submit={t('remove.submit')}
      dangerous
      send={async ({ password }) => {
        await client.call('DELETE', 'user/account', { password })
        signOut()
        navigate('/app', { replace: true })
      }}
    />
  )
}

async function fetchData(): Promise<void> {
  const response = await fetch('/api/v1/user/data', { headers: { authorization: `Bearer ${token.read()}` } })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})))
  saveFile(await response.blob(), 'ringfence-data.json')
}
