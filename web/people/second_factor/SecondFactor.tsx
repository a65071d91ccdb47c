import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { restore } from '../../core/session.ts'
import type { User } from '../../core/types.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpSecondFactor, type Started } from './SetUpSecondFactor.tsx'

/**
 * States: off, being set up, just enabled with recovery codes shown, on.
 *
 * @param first continues to the requested page, but only after the recovery codes were shown
 */
export function SecondFactor({ user, first = false }: { user: User; first?: boolean }) {
  const { t } = useTranslation()
  const [started, setStarted] = useState<Started | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const start = async (password: string) => {
    const { data } = await guarded(post<Started>('user/totp/start', { password }))
    setStarted(data)
  }
  const enable = async (code: string) => {
    const { data, message } = await guarded(post<{ recovery_codes: string[] }>('user/totp/enable', { code }))
    setCodes(data.recovery_codes)
    setStarted(null)
    showSuccess(message!)
    if (!first) await restore()
  }
  const kept = () => {
    setCodes(null)
    if (first) restore()
  }

  return (
    <Section title={t('people:factor.title')} text={t(user.totp_enabled ? 'people:factor.on' : 'people:factor.off')}>
      {codes ? (
        <RecoveryCodes codes={codes} done={kept} />
      ) : started ? (
        <SetUpSecondFactor started={started} enable={enable} />
      ) : user.totp_enabled ? (
        <WithPassword submit={t('people:factor.disable')} dangerous send={disable} />
      ) : (
        <WithPassword submit={t('people:factor.start')} send={start} />
      )}
    </Section>
  )
}

/** Changes need the password, so that an unattended browser is not enough. */
function WithPassword({ submit, dangerous = false, send }: WithPasswordProps) {
  const { t } = useTranslation()
  return (
    <AccountFields
      fields={[
        { name: 'password', type: 'password', label: t('people:factor.password'), autoComplete: 'current-password' },
      ]}
      submit={submit}
      dangerous={dangerous}
      send={({ password }) => send(password!)}
    />
  )
}

async function disable(password: string): Promise<void> {
  const { message } = await guarded(post('user/totp/disable', { password }))
  showSuccess(message!)
  await restore()
}

type WithPasswordProps = { submit: string; dangerous?: boolean; send: (password: string) => Promise<void> }
