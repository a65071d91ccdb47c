import { Button, Menu, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LabelledResource } from '../forms/labels.ts'
import { Page } from '../page/Page.tsx'
import { List, type ListProps } from './List.tsx'

/**
 * A page with the list of a resource: what it is for, where a new row is made, and the list itself. A page declares its
 * columns, texts and addresses; see `messaging/reminders/RemindersPage.tsx`.
 */
export function ListPage<N extends LabelledResource>({
  title,
  text,
  links = [],
  actions: further,
  create,
  children,
  empty,
  ...list
}: Props<N>) {
  const button = create && <CreateButton {...create} />
  const actions = (
    <>
      {further}
      {button}
    </>
  )
  return (
    <Page title={title} width="full" actions={(further || create) && actions}>
      {text && (
        <Text c="dimmed" size="sm" mb="sm">
          {text}
        </Text>
      )}
      {children}
      <List
        // Another organisation's list begins with nothing selected.
        key={JSON.stringify(list.filters)}
        {...list}
        menu={
          (links.length > 0 || list.menu) && (
            <>
              {links.map(({ to, label }) => (
                <Menu.Item key={to} component={Link} to={to}>
                  {label}
                </Menu.Item>
              ))}
              {list.menu}
            </>
          )
        }
        empty={
          create?.whenEmpty ? (
            <Stack align="center">
              <Text>{empty}</Text>
              {button}
            </Stack>
          ) : (
            empty
          )
        }
      />
    </Page>
  )
}

function CreateButton(create: Create) {
  if ('run' in create) return <Button onClick={create.run}>{create.label}</Button>
  return (
    <Button component={Link} to={create.to}>
      {create.label}
    </Button>
  )
}

type Create = ({ to: string } | { run: () => void }) & {
  label: string
  /** Whether an empty list offers it as well. */
  whenEmpty?: true
}

type Props<N extends LabelledResource> = ListProps<N> & {
  title: string
  text?: string
  /** Other pages that belong to this one, in the list's menu. */
  links?: { to: string; label: string }[]
  /** Other buttons beside the title. */
  actions?: ReactNode
  create?: Create
  /** Between the text and the list. */
  children?: ReactNode
}
