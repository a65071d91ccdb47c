import { SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Area } from '#db/tables/people/role.ts'
import { useFeatures } from '../../core/rights.ts'
import classes from './AreasField.module.css'
import { areasWith, type Extent, type Extents, extents } from './areas.ts'

/** What a role allows: each area closed, read or changed. */
export function AreasField({ value, onChange }: { value: Extents; onChange: (value: Extents) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const shown = areasWith(useFeatures())
  const choose = (area: Area, extent: Extent) => {
    const { [area]: _, ...others } = value
    onChange(extent === 'none' ? others : { ...others, [area]: extent })
  }
  return (
    <ul className={classes.areas}>
      {shown.map((area) => (
        <li key={area}>
          <div className={classes.what} id={`${id}-${area}`}>
            <Text size="sm" fw={600}>
              {t(`people:roles.areas.${area}.name`)}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`people:roles.areas.${area}.text`)}
            </Text>
          </div>
          <SegmentedControl
            size="xs"
            aria-labelledby={`${id}-${area}`}
            value={value[area] ?? 'none'}
            onChange={(extent) => choose(area, extent as Extent)}
            data={extents.map((extent) => ({ value: extent, label: t(`people:roles.extents.${extent}`) }))}
          />
        </li>
      ))}
    </ul>
  )
}
