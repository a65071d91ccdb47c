import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import { Copyable } from './Copyable.tsx'

/** A secret that is shown once, to be copied. A click beside the dialog does not close it. */
export function ShownOnce({ title, parts, done, close }: Props) {
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': done }}
    >
      <Stack>
        {parts.map(({ text, what, value }) => (
          <Fragment key={what}>
            <Text size="sm">{text}</Text>
            <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              <Copyable what={what} text={value} quiet />
            </Code>
          </Fragment>
        ))}
        <Group justify="flex-end">
          <Button onClick={close}>{done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type Props = {
  title: string
  /** Each with the sentence before it; `what` names it for the button that copies it. */
  parts: { text: string; what: string; value: string }[]
  /** Label of the button that closes it. */
  done: string
  close: () => void
}
