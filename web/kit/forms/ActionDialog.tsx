import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from './RefusalAlert.tsx'
import { type Refusal, useSending } from './useSending.ts'

/** What `run` answers where there is more to read or to fill in. */
export const STAY = 'stay'

/** A dialog with the fields of one action. It closes when the action has been done; what the server refuses stands in it. */
export function ActionDialog({
  title,
  text,
  submit,
  disabled,
  dangerous,
  size,
  fields = [],
  run,
  close,
  children,
}: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const is_shown = refusal?.field !== undefined && fields.includes(refusal.field)
  const errorOf = (name: string) => (refusal?.field === name ? refusal.message : undefined)
  const start = async (event: FormEvent) => {
    event.preventDefault()
    // A dialog is drawn in a portal, but its events still reach the form around it.
    event.stopPropagation()
    let result: unknown
    const done = await send(async () => {
      result = await run()
    })
    if (done && result !== STAY) close()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      size={size ?? 'md'}
      closeButtonProps={{ 'aria-label': t('form.cancel') }}
    >
      <form onSubmit={start} noValidate>
        <Stack>
          {text && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
          {!is_shown && <RefusalAlert refusal={refusal} />}
          {typeof children === 'function' ? children(errorOf, refusal) : children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={disabled ?? false} color={dangerous ? 'red' : 'teal'}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type Props = {
  title: string
  text?: string | undefined
  submit: string
  disabled?: boolean
  dangerous?: boolean
  size?: string
  /** Fields that show what the server refuses of them. */
  fields?: string[]
  run: () => Promise<unknown>
  close: () => void
  children?: ReactNode | ((errorOf: (name: string) => string | undefined, refusal: Refusal | null) => ReactNode)
}
