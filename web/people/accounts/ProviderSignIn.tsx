import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { goToProvider } from './goToProvider.ts'

/** Signing in elsewhere: at the installation's providers, and at the one of an organisation, found by an address. */
export function ProviderSignIn({ providers, organisations, keep }: Props) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { busy, refusal, send } = useSending()
  const [email, setEmail] = useState('')
  const [asks, setAsks] = useState(false)
  const begin = (body: object) =>
    send(() =>
      goToProvider('user/signin/provider', { ...body, keep }, { keep, next: query.get('next'), connects: false }),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim()) void begin({ email: email.trim() })
  }
  return (
    <Stack mt="md" gap="sm">
      <Divider label={t('signin.or')} />
      <RefusalAlert refusal={refusal} />
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          loading={busy}
          onClick={() => void begin({ identity_provider_id: id })}
        >
          {t('signin.with', { name })}
        </Button>
      ))}
      {organisations && !asks && (
        <Button variant="default" fullWidth onClick={() => setAsks(true)}>
          {t('signin.organisation')}
        </Button>
      )}
      {asks && (
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <TextInput
              label={t('signin.work')}
              type="email"
              name="email"
              autoComplete="email"
              autoCapitalize="none"
              autoFocus
              readOnly={busy}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={busy} fullWidth>
              {t('signin.go')}
            </Button>
          </Stack>
        </form>
      )}
    </Stack>
  )
}

type Props = { providers: { id: number; name: string }[]; organisations: boolean; keep: boolean }
