import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Page } from '../page/Page.tsx'

/** A page about a list: what it is for, and where a new one of its kind is made. */
export function ListPage({ title, text, create, children }: Props) {
  const actions = (
    <Button component={Link} to={create.to}>
      {create.label}
    </Button>
  )
  return (
    <Page title={title} wide actions={actions}>
      <Text c="dimmed" mb="md">
        {text}
      </Text>
      {children}
    </Page>
  )
}

type Props = { title: string; text: string; create: { to: string; label: string }; children: ReactNode }
