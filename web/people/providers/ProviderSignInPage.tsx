import { Button, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { nextPath } from '../../core/nextPath.ts'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { signInByProvider, useSession } from '../../core/session.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { CodeField } from '../accounts/CodeField.tsx'
import { type Begun, takeBegun } from '../accounts/goToProvider.ts'

/** Where an identity provider sends the browser back to: hands its answer over, once, and asks for a second factor. */
export function ProviderSignInPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { status, user } = useSession()
  const features = useFeatures()
  const [params] = useSearchParams()
  const { busy, refusal, send } = useSending()
  const answer = useRef<Record<string, string> | null>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [done, setDone] = useState(false)
  const [code, setCode] = useState('')

  const finish = async (body: object, { keep, connects }: Begun) => {
    const finished = await send(() => signInByProvider(body, keep))
    if (!finished) return
    setDone(true)
    if (connects) showSuccess(t('people:identities.connected'))
  }
  useEffect(() => {
    // A session that is being restored would end the new one, and connects an account to its person.
    if (status === 'restoring' || answer.current) return
    answer.current = answerOf(params)
    const before = takeBegun()
    setBegun(before)
    // No longer in the address.
    navigate(paths.providerSignIn(), { replace: true })
    if (answer.current.state) void finish(answer.current, before)
  })

  if (done && begun?.connects) return <Navigate to={`${paths.settings()}?tab=signin`} replace />
  if (done && status === 'in') return <Navigate to={nextPath(begun?.next ?? null, user, features)} replace />
  const asks = refusal?.code === 'totp_required' || refusal?.code === 'totp_wrong'
  if (!asks && (busy || begun === null || (!refusal && answer.current?.state))) return <PageLoader />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) void finish({ state: answer.current!.state, totp: code.trim() }, begun!)
  }
  return (
    <CardPage title={t('people:identities.signingIn')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Title order={1} size="h4">
            {t('people:identities.signingIn')}
          </Title>
          {refusal?.code !== 'totp_required' && <RefusalAlert refusal={refusal} />}
          {asks ? (
            <>
              <CodeField
                busy={busy}
                inputProps={{
                  value: code,
                  onChange: (event: FormEvent<HTMLInputElement>) => setCode(event.currentTarget.value),
                }}
              />
              <Button type="submit" loading={busy}>
                {t('signin.submit')}
              </Button>
            </>
          ) : (
            <>
              {!refusal && <Text>{t('people:identities.noAnswer')}</Text>}
              <Button component={Link} to={begun?.connects ? `${paths.settings()}?tab=signin` : paths.signIn()}>
                {t('people:identities.back')}
              </Button>
            </>
          )}
        </Stack>
      </form>
    </CardPage>
  )
}

function answerOf(params: URLSearchParams): Record<string, string> {
  const names = ['state', 'code', 'iss', 'error', 'error_description']
  return Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])))
}
