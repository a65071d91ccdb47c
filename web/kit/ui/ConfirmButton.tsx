import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A button that asks for confirmation in place, for actions that cannot be undone. */
export function ConfirmButton({ label, dangerous = false, primary = false, run }: Props) {
  const { t } = useTranslation()
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    await run()
    setBusy(false)
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
}
