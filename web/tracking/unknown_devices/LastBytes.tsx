import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import classes from './LastBytes.module.css'

/** What a device sent last, in hexadecimal and as text, and the protocols that can read it. */
export function LastBytes({ bytes, readable_by, protocol, address }: Props) {
  const { t } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  if (bytes === null) return null
  const count = bytes.length / 2
  const others = readable_by.filter((name) => name !== protocol)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        {t('tracking:unknownDevices.bytes.show', { count })}
      </Button>
      <Modal opened={opened} onClose={close} size="xl" title={t('tracking:unknownDevices.bytes.title', { address })}>
        <Stack>
          <Text>
            {readable_by.length === 0
              ? t('tracking:unknownDevices.bytes.none')
              : t('tracking:unknownDevices.bytes.readable', { names: readable_by.join(', ') })}
            {others.length > 0 && !readable_by.includes(protocol) && ` ${t('tracking:unknownDevices.bytes.port')}`}
          </Text>
          <Code block className={classes.dump} tabIndex={0} aria-label={t('tracking:unknownDevices.bytes.dump')}>
            {dumpOf(bytes)}
          </Code>
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('tracking:unknownDevices.bytes.replay')}
            </Text>
            <CopyButton value={bytes} timeout={1500}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? t('copy.copied') : t('tracking:unknownDevices.bytes.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

const A_LINE = 16

/** Lines of 16 bytes: offset, hexadecimal, and the characters where they can be printed. */
function dumpOf(hex: string): string {
  const bytes = hex.match(/../g) ?? []
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += A_LINE) {
    const line = bytes.slice(at, at + A_LINE)
    const text = line.map((byte) => toCharacter(Number.parseInt(byte, 16))).join('')
    lines.push(`${at.toString(16).padStart(4, '0')}  ${line.join(' ').padEnd(3 * A_LINE - 1)}  ${text}`)
  }
  return lines.join('\n')
}

const toCharacter = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')

type Props = { bytes: string | null; readable_by: string[]; protocol: string; address: string }
