import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'

const MOST_PARTS = 8
const OFFERED = 500

/** The names of the sensors that a sum adds up; empty for a sensor with an attribute. */
export function PartsField({ organisation_id, own, value, onChange }: Props) {
  const { t } = useTranslation()
  const { data: names = [] } = useQuery({
    queryKey: ['sensor names', organisation_id],
    queryFn: async () => {
      const { data } = await guarded(client.list('sensor', { organisation_id, sort: 'name', limit: OFFERED }))
      return [...new Set(data.filter(({ sum_of }) => sum_of === null).map(({ name }) => name))]
    },
  })
  return (
    <TagsInput
      name="sum_of"
      label={t('tracking:fields.sensor.sum_of')}
      description={t('tracking:hints.sensor.sum_of')}
      data={names.filter((name) => name !== own)}
      maxTags={MOST_PARTS}
      value={value}
      onChange={onChange}
      acceptValueOnBlur
      splitChars={[]}
    />
  )
}

type Props = { organisation_id: number; own: string; value: string[]; onChange: (names: string[]) => void }
