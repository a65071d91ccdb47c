import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SelectedTrackers } from './SelectedTrackers.tsx'

/**
 * The trackers that a boundary applies to: all of the organisation, or chosen ones. A new boundary has neither until its
 * person decides, since one for all raises alerts of every tracker outside.
 */
export function AppliesTo({ organisation_id, all, onAll, ids, onIds }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Radio.Group
        label={t('tracking:boundaries.appliesTo')}
        required
        value={all === null ? '' : all ? 'all' : 'chosen'}
        onChange={(value) => onAll(value === 'all')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="all"
            label={t('tracking:boundaries.allTrackers')}
            description={t('tracking:boundaries.allTrackersHint')}
          />
          <Radio value="chosen" label={t('tracking:boundaries.chosenTrackers')} />
        </Stack>
      </Radio.Group>
      {all === false && <SelectedTrackers organisation_id={organisation_id} value={ids} onChange={onIds} />}
    </>
  )
}

type Props = {
  organisation_id: number
  all: boolean | null
  onAll: (all: boolean) => void
  ids: number[]
  onIds: (ids: number[]) => void
}
