import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import classes from './FieldGroup.module.css'

/** Fields under a heading. A folded group is opened by a press, or when a field of it is wrong. */
export function FieldGroup({ title, folded = false, wrong = false, level = 3, children }: GroupProps) {
  const id = useId()
  const [opened, setOpened] = useState(!folded)
  if (!title) return children
  const heading = (
    <Title id={id} order={level} size="h5" className={classes.title!}>
      {title}
    </Title>
  )
  if (!folded) {
    return (
      <section className={classes.group} aria-labelledby={id}>
        <Stack gap="md">
          {heading}
          {children}
        </Stack>
      </section>
    )
  }
  return (
    <details
      className={classes.group}
      open={opened || wrong}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      aria-labelledby={id}
    >
      <summary className={classes.summary}>{heading}</summary>
      <Stack gap="md" mt="md">
        {children}
      </Stack>
    </details>
  )
}

export type GroupProps = {
  title: string
  /** Whether it is closed at first. */
  folded?: boolean
  /** Whether something in it is wrong. */
  wrong?: boolean
  /** Of the heading. */
  level?: 2 | 3
  children: ReactNode
}
