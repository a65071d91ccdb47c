import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startJob } from '../../core/jobs/jobs.ts'
import type { StoredFile } from '../types.ts'
import { DialogForm } from './DialogForm.tsx'

/** The shortest passphrase (`api/files/jobs/routes.ts`). */
const SHORTEST = 10

export function EncryptDialog({ files }: { files: StoredFile[] }) {
  const { t } = useTranslation()
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const differs = again !== '' && again !== passphrase
  const ids = files.map(({ id }) => id)
  return (
    <DialogForm
      title={t('files:encrypt.title', { count: files.length, name: files[0]!.name })}
      submit={t('files:actions.encrypt')}
      field="passphrase"
      disabled={[...passphrase].length < SHORTEST || again !== passphrase}
      run={() => startJob('file/encrypt', { ids, passphrase })}
    >
      {(error) => (
        <>
          <Text size="sm">{t('files:encrypt.text')}</Text>
          <PasswordInput
            label={t('files:encrypt.passphrase')}
            description={t('files:encrypt.shortest', { count: SHORTEST })}
            value={passphrase}
            error={error}
            autoComplete="new-password"
            maxLength={1000}
            data-autofocus
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('files:encrypt.again')}
            value={again}
            error={differs && t('files:encrypt.differs')}
            autoComplete="new-password"
            maxLength={1000}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
        </>
      )}
    </DialogForm>
  )
}

export function DecryptDialog({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const [passphrase, setPassphrase] = useState('')
  return (
    <DialogForm
      title={t('files:decrypt.title', { name: file.name })}
      submit={t('files:actions.decrypt')}
      field="passphrase"
      disabled={[...passphrase].length < SHORTEST}
      run={() => startJob('file/decrypt', { id: file.id, passphrase })}
    >
      {(error) => (
        <>
          <Text size="sm">{t('files:decrypt.text')}</Text>
          <PasswordInput
            label={t('files:encrypt.passphrase')}
            value={passphrase}
            error={error}
            autoComplete="off"
            maxLength={1000}
            data-autofocus
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
        </>
      )}
    </DialogForm>
  )
}
