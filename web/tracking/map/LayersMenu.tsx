import { ActionIcon, Divider, Popover, SegmentedControl, Stack, Switch } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toDuration } from '../../kit/format/format.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { BasemapChoice, useHasChoice } from './choice/BasemapChoice.tsx'
import { layers, setTrailMinutes, toggleLayer, trailMinutes, useLayers, useTrailMinutes } from './layers.ts'

/** Menu that selects the base map, and shows and hides layers. */
export function LayersMenu() {
  const { t } = useTranslation()
  const shown = useLayers()
  const choice = useHasChoice()
  const minutes = useTrailMinutes((state) => state.minutes)
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
              disabled={(layer === 'labels' || layer === 'all_trails') && !shown.trackers}
              onChange={() => toggleLayer(layer)}
            />
          ))}
          <SegmentedControl
            size="xs"
            aria-label={t('tracking:map.trailLength')}
            disabled={!shown.trails && !shown.all_trails}
            data={trailMinutes.map((each) => ({ value: String(each), label: toDuration(each * 60) }))}
            value={String(minutes)}
            onChange={(value) => setTrailMinutes(Number(value))}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
