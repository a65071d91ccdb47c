import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/** A box that says how something stands: `attention` asks the reader to act, `done` says that all is well. */
export function Notice({ tone, title, role, children }: Props) {
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      {title && (
        <Title order={2} size="h5">
          {title}
        </Title>
      )}
      <Text component="div">{children}</Text>
    </div>
  )
}

type Props = { tone: 'info' | 'attention' | 'done'; title?: string; role?: 'status'; children: ReactNode }
