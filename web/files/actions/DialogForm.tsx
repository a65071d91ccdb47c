import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { type Refusal, useSending } from '../../kit/forms/useSending.ts'
import { closeDialog } from './dialogs.ts'

/** A small form over the page, which closes once what it asks for is done. */
export function DialogForm({ title, submit, field, disabled = false, run, children, more }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const attempt = async (work: () => Promise<unknown>) => {
    if (await send(work)) closeDialog()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    attempt(run)
  }
  const isOfField = refusal !== null && refusal.field === field
  return (
    <Modal opened onClose={closeDialog} title={title} centered closeButtonProps={{ 'aria-label': t('form.cancel') }}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {!isOfField && <RefusalAlert refusal={refusal} />}
          {children(isOfField ? refusal.message : undefined)}
          <Group gap="sm" justify="flex-end">
            {more?.(refusal, attempt)}
            <Button variant="default" onClick={closeDialog}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={disabled}>
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
  submit: string
  /** The field whose errors stand at it. */
  field?: string
  disabled?: boolean
  run: () => Promise<unknown>
  children: (error: string | undefined) => ReactNode
  /** Other buttons, by what the server has refused. */
  more?: (refusal: Refusal | null, attempt: (work: () => Promise<unknown>) => Promise<void>) => ReactNode
}
