import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../../kit/copy/ShownOnce.tsx'

/** The secret of a webhook. */
export function NewSecret({ secret, close }: { secret: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <ShownOnce
      title={t('organisations:webhooks.made')}
      parts={[
        { text: t('organisations:webhooks.madeText'), what: t('organisations:webhooks.theSecret'), value: secret },
      ]}
      done={t('organisations:webhooks.done')}
      close={close}
    />
  )
}
