import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type AccountField, AccountFields } from '../../kit/forms/AccountFields.tsx'
import { CardPage } from '../../kit/page/Page.tsx'

/** A card with a form, for account pages. */
export function AccountForm({ title, text, fields, submit, send, children }: Props) {
  return (
    <CardPage title={title}>
      <AccountFields
        fields={fields}
        submit={submit}
        send={send}
        fullWidth
        head={
          <>
            <Title order={1} size="h4">
              {title}
            </Title>
            {text && <Text c="dimmed">{text}</Text>}
          </>
        }
      >
        {children}
      </AccountFields>
    </CardPage>
  )
}

export type { AccountField }

type Props = {
  title: string
  text?: string
  fields: AccountField[]
  submit: string
  /** Rejects with the server's error. */
  send: (values: Record<string, string>) => Promise<unknown>
  children?: ReactNode
}
