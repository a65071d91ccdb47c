import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFields } from '../accounts/AccountFields.tsx'
import { guarded, post } from '../api.ts'
import { restore } from '../stores/session.ts'
import type { User } from '../types.ts'
import { Section } from '../ui/Section.tsx'
import { sayDone, sayFailed } from '../ui/say.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpSecondFactor, type Started } from './SetUpSecondFactor.tsx'
import { useAccountWords } from './words.ts'

/** Off, being set up, just switched on with its codes, or on. */
export function SecondFactor({ user }: { user: User }) {
  const { t } = useTranslation()
  const { t: words } = useAccountWords()
  const [started, setStarted] = useState<Started | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const start = () =>
    guarded(post<Started>('user/totp/start', {})).then(
      ({ data }) => setStarted(data),
      (error) => sayFailed(error, t('form.unreachable')),
    )
  const enable = async (code: string) => {
    const { data, message } = await guarded(post<{ recovery_codes: string[] }>('user/totp/enable', { code }))
    setCodes(data.recovery_codes)
    setStarted(null)
    sayDone(message!)
    await restore()
  }

  return (
    <Section title={words('factor.title')} text={words(user.totp_enabled ? 'factor.on' : 'factor.off')}>
      {codes ? (
        <RecoveryCodes codes={codes} done={() => setCodes(null)} />
      ) : started ? (
        <SetUpSecondFactor started={started} enable={enable} />
      ) : user.totp_enabled ? (
        <SwitchOff />
      ) : (
        <div>
          <Button variant="default" onClick={start}>
            {words('factor.start')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function SwitchOff() {
  const { t } = useAccountWords()
  return (
    <AccountFields
      fields={[{ name: 'password', type: 'password', label: t('factor.password'), autoComplete: 'current-password' }]}
      submit={t('factor.disable')}
      dangerous
      send={async ({ password }) => {
        const { message } = await guarded(post('user/totp/disable', { password }))
        sayDone(message!)
        await restore()
      }}
    />
  )
}
