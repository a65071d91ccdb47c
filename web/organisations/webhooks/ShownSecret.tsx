import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../kit/ui/Copyable.tsx'

/** A secret, once. A click beside the dialog does not close it. */
export function ShownSecret({ secret, close }: { secret: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={close}
      title={t('organisations:webhooks.made')}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('organisations:webhooks.done') }}
    >
      <Stack>
        <Text size="sm">{t('organisations:webhooks.madeText')}</Text>
        <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          <Copyable what={t('organisations:webhooks.theSecret')} text={secret} quiet />
        </Code>
        <Group justify="flex-end">
          <Button onClick={close}>{t('organisations:webhooks.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
