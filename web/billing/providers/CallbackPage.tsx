import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { refusalOf } from '../../kit/forms/useSending.ts'
import { Message } from '../../kit/page/Message.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** Where the provider's sign-in page sends the browser back to: hands the code over, once. */
export function CallbackPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [failure, setFailure] = useState<string | null>(null)
  const is_sent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code works once
  useEffect(() => {
    if (is_sent.current) return
    is_sent.current = true
    const [state, code, error] = ['state', 'code', 'error'].map((name) => params.get(name))
    // Opened by hand, not by the provider.
    if (!state) return setFailure(t('billing:provider.noCode'))
    const body = { state, ...(code && { code }), ...(error && { error }) }
    guarded(client.act('POST invoicing/callback', body)).then(
      () => {
        showSuccess(t('billing:provider.connected', { name: t('billing:provider.names.xero') }))
        navigate(paths.providers(), { replace: true })
      },
      (refused) => setFailure(refusalOf(refused, t('form.unreachable')).message),
    )
  }, [])
  if (failure === null) return <PageLoader />
  return (
    <Message title={t('billing:provider.notConnected')} text={failure}>
      <Button component={Link} to={paths.providers()}>
        {t('billing:provider.back')}
      </Button>
    </Message>
  )
}
