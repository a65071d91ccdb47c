import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useSending } from '../../kit/forms/useSending.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** Verifies a user's own phone number by a code sent in an SMS. */
export function PhoneVerification({ user_id, phone_mobile, phone_proved }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  if (!phone_mobile) return null
  if (phone_proved === phone_mobile) {
    return (
      <Text size="sm" c="dimmed" mt={-8}>
        {t('people:phone.proved')}
      </Text>
    )
  }
  const ask = () =>
    send(async () => {
      const { message } = await guarded(post('phone/code', {}))
      showSuccess(message!)
      setSent(true)
    })
  const prove = () =>
    send(async () => {
      // Not guarded(): a wrong code does not mean that the session has ended.
      const { message } = await post('phone/prove', { code })
      showSuccess(message!)
      await queries.invalidateQueries({ queryKey: queryKeys.record('user', user_id) })
    })
  return (
    <div>
      <Text size="sm" mt={-8} mb={4}>
        {t('people:phone.waiting')}
      </Text>
      {refusal && (
        <Alert color="red" mb="xs">
          {refusal.message}
        </Alert>
      )}
      <Group align="flex-end" gap="xs">
        <Button variant="default" loading={busy} onClick={ask}>
          {t(sent ? 'people:phone.again' : 'people:phone.send')}
        </Button>
        <TextInput
          label={t('people:phone.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button loading={busy} disabled={!/^\s*\d{3}\s?\d{3}\s*$/.test(code)} onClick={prove}>
          {t('people:phone.prove')}
        </Button>
      </Group>
    </div>
  )
}

type Props = { user_id: number; phone_mobile: string | null; phone_proved: string | null }
