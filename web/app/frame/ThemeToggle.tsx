import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'

export function ThemeToggle() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t(`frame.${next}`)} onClick={() => setColorScheme(next)}>
      {next === 'light' ? <Icon of={IconSun} /> : <Icon of={IconMoon} />}
    </ActionIcon>
  )
}
