import { Button, Group, Modal, Text } from '@mantine/core'
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

/**
 * Asks for confirmation before unsaved changes are lost, on navigation and on closing the tab.
 *
 * @param free when true, navigation is not blocked
 */
export function UnsavedChanges({ changed, free }: { changed: boolean; free: RefObject<boolean> }) {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed && !free.current && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [changed])

  if (blocker.state !== 'blocked') return null
  return (
    <Modal
      opened
      onClose={blocker.reset}
      title={t('unsaved.title')}
      centered
      closeButtonProps={{ 'aria-label': t('unsaved.stay') }}
    >
      <Text mb="md">{t('unsaved.text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={blocker.reset} data-autofocus>
          {t('unsaved.stay')}
        </Button>
        <Button color="red" onClick={blocker.proceed}>
          {t('unsaved.leave')}
        </Button>
      </Group>
    </Modal>
  )
}
