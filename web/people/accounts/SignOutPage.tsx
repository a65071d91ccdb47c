import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { countUnsent, dropUnsent, leave, useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'

/**
 * Signs out and redirects to the user's preferred page, sign-in by default. Asks first where this browser has entries
 * that were not sent: they are dropped.
 */
export function SignOutPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [to, setTo] = useState('/')
  const [unsent, setUnsent] = useState(0)
  const status = useSession((session) => session.status)
  useEffect(() => {
    if (status === 'failed') return leave()
    if (status !== 'in') return
    setTo(useSession.getState().user?.post_logout_url ?? '/')
    // Where they cannot be counted, they stay in the browser for their writer.
    countUnsent().then((count) => (count > 0 ? setUnsent(count) : leave()), leave)
  }, [status])
  if (status === 'out') return <Navigate to={to} replace />
  if (unsent === 0) return <PageLoader />
  return (
    <Page title={t('session.unsent.title', { count: unsent })}>
      <Text mb="md">{t('session.unsent.text', { count: unsent })}</Text>
      <Group gap="sm">
        <Button onClick={() => navigate(-1)}>{t('session.unsent.stay')}</Button>
        <Button color="red" variant="default" onClick={() => dropUnsent().finally(leave)}>
          {t('session.unsent.drop')}
        </Button>
      </Group>
    </Page>
  )
}
