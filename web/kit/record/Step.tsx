import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { RefusalAlert } from '../forms/RefusalAlert.tsx'
import { useSending } from '../forms/useSending.ts'
import { Section } from '../page/Section.tsx'
import { showSuccess } from '../ui/showToast.ts'

/**
 * A step that a person takes with a record: what it needs, the button, and what the server says against it.
 *
 * @param button the title by default
 * @param take rejects with what the server said
 * @param done is shown once it is taken
 */
export function Step({ title, text, button = title, secondary = false, disabled, apart = true, ...step }: Props) {
  const { take, done, children } = step
  const { busy, refusal, send } = useSending()
  const run = () =>
    send(async () => {
      await take()
      showSuccess(done)
    })
  return (
    <Section title={title} text={text} apart={apart}>
      <RefusalAlert refusal={refusal} />
      {children}
      <div>
        <Button variant={secondary ? 'default' : 'filled'} loading={busy} disabled={disabled ?? false} onClick={run}>
          {button}
        </Button>
      </div>
    </Section>
  )
}

type Props = {
  title: string
  text: string
  button?: string
  secondary?: boolean
  disabled?: boolean
  apart?: boolean
  take: () => Promise<unknown>
  done: string
  children?: ReactNode
}
