import { ActionIcon, Divider, Popover, Stack, Switch } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import { BasemapChoice, useHasChoice } from './choice/BasemapChoice.tsx'
import { layers, toggleLayer, useLayers } from './layers.ts'

/** Menu that selects the base map, and shows and hides layers. */
export function LayersMenu() {
  const { t } = useTranslation()
  const shown = useLayers()
  const choice = useHasChoice()
  return (
    <Popover position="top-start" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('tracking:map.layers')} title={t('tracking:map.layers')}>
          <Icon of={IconStack2} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <BasemapChoice />
          {choice && <Divider />}
          {layers.map((layer) => (
            <Switch
              key={layer}
              label={t(`tracking:map.layer.${layer}`)}
              checked={shown[layer]}
              disabled={layer === 'labels' && !shown.trackers}
              onChange={() => toggleLayer(layer)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
