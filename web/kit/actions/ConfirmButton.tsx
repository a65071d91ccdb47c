import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from './useAction.ts'

/** A button that asks for confirmation in place, for actions that cannot be undone, and says where one fails. */
export function ConfirmButton({ label, dangerous = false, primary = false, run: work, done }: Props) {
  const { t } = useTranslation()
  const [confirming, setConfirming] = useState(false)
  const { busy, run } = useAction()
  const start = async () => {
    await run(work, done)
    setConfirming(false)
  }
  if (!confirming) {
    return (
      <div>
        <Button variant={primary ? 'filled' : 'default'} onClick={() => setConfirming(true)}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <Group gap="sm">
      <Button color={dangerous ? 'red' : 'teal'} loading={busy} onClick={start} autoFocus>
        {t('table.sure', { label })}
      </Button>
      <Button variant="default" onClick={() => setConfirming(false)}>
        {t('form.cancel')}
      </Button>
    </Group>
  )
}

type Props = {
  label: string
  dangerous?: boolean
  /** Whether it is what the page is for. */
  primary?: boolean
  run: () => Promise<unknown>
  /** What is said when it is done. */
  done?: string
}
