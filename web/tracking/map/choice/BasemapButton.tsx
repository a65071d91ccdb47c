import { ActionIcon, Popover } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../kit/ui/Icon.tsx'
import classes from './Basemap.module.css'
import { BasemapChoice, useHasChoice } from './BasemapChoice.tsx'

/** The switch of base maps, for maps without other buttons. */
export function BasemapButton() {
  if (!useHasChoice()) return null
  return (
    <div className={classes.button}>
      <BasemapPopover />
    </div>
  )
}

/** The same among the buttons of a map. */
export function BasemapPopover() {
  const { t } = useTranslation()
  if (!useHasChoice()) return null
  return (
    <Popover position="top-start" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('tracking:map.basemap.title')}
          title={t('tracking:map.basemap.title')}
        >
          <Icon of={IconMap} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <BasemapChoice />
      </Popover.Dropdown>
    </Popover>
  )
}
