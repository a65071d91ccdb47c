import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MoonIcon, SunIcon } from '../ui/icons.tsx'

export function ThemeToggle() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t(`frame.${next}`)} onClick={() => setColorScheme(next)}>
      {next === 'light' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  )
}
