import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'

const Palette = lazy(() => import('./Palette.tsx'))

/** Opens the palette, which Ctrl+K (or Cmd+K) does anywhere; it is loaded then. */
export function PaletteButton() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpened((before) => !before)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${t('palette.open')} (Ctrl+K)`}
        onClick={() => setOpened(true)}
      >
        <Icon of={IconSearch} />
      </ActionIcon>
      <Suspense>{opened && <Palette close={() => setOpened(false)} />}</Suspense>
    </>
  )
}
