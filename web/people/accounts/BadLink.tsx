import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Refusal } from '../../kit/forms/useSending.ts'
import { Message } from '../../kit/page/Message.tsx'

/** For links that were used, have expired or were truncated by a mail program. */
export function BadLink({ refusal, again, label }: { refusal: Refusal; again: string; label: string }) {
  const { t } = useTranslation()
  const unreachable = refusal.code === 'unreachable'
  return (
    <Message
      title={
        unreachable
          ? refusal.message
          : t(`people:badLink.${refusal.code === 'token_expired' ? 'expiredTitle' : 'title'}`)
      }
      tab={t('people:badLink.title')}
      {...(!unreachable && { text: t(`people:badLink.${refusal.code === 'token_expired' ? 'expired' : 'text'}`) })}
    >
      {unreachable ? (
        <Button onClick={() => location.reload()}>{t('session.retry')}</Button>
      ) : (
        <Button component={Link} to={again}>
          {label}
        </Button>
      )}
    </Message>
  )
}
