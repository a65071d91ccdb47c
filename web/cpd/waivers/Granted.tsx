import { MultiSelect, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { keys } from '../keys.ts'

/** How much of which requirements is waived: asked for by the person, or granted in part. */
export function ShareFields({ devplan_id, percent, requirements, only, change }: Props) {
  const { t } = useTranslation()
  const all = useRequirements(devplan_id)
  const offered = only?.length ? all.filter(({ code }) => only.includes(code)) : all
  return (
    <>
      <NumberInput
        label={t('cpd:waivers.percent')}
        description={t('cpd:waivers.percentHint')}
        value={percent}
        min={1}
        max={100}
        allowDecimal={false}
        suffix=" %"
        clampBehavior="strict"
        onChange={(value) => change({ percent: Number(value) || 100 })}
        styles={{ wrapper: { maxWidth: 160 } }}
      />
      {offered.length > 1 && (
        <MultiSelect
          label={t('cpd:waivers.requirements')}
          placeholder={requirements.length === 0 ? t('cpd:waivers.allRequirements') : ''}
          value={requirements}
          data={offered.map(({ code, title }) => ({ value: code, label: title }))}
          onChange={(codes) => change({ requirements: codes })}
          searchable
          clearable
        />
      )}
    </>
  )
}

/** `1 March – 30 June, 50 % of: at least 25 h of peer review`, without a share where all is waived. */
export function useGrantedText(devplan_id: number): (granted: Granted) => string {
  const { t } = useTranslation()
  const { day } = useTimes()
  const all = useRequirements(devplan_id)
  return ({ from, to, percent, requirements }) => {
    const titles = requirements.map((code) => all.find((one) => one.code === code)?.title ?? code).join(', ')
    const days = t('cpd:waivers.days', { from: day(from), to: day(to) })
    if (titles) return t('cpd:waivers.shareOf', { days, percent, titles })
    return percent < 100 ? t('cpd:waivers.share', { days, percent }) : days
  }
}

/** `Of leave from 1 October 2026 to 31 May 2027`, where the cycle does not have all of it. */
export function useWholeLeave({ from, to, leave_from, leave_to }: Row<'devwaiver'>): string | null {
  const { t } = useTranslation()
  const { day } = useTimes()
  if (!leave_from && !leave_to) return null
  return t('cpd:waivers.whole', { from: day(leave_from ?? from), to: day(leave_to ?? to) })
}

function useRequirements(devplan_id: number) {
  const { data = [] } = useQuery({
    queryKey: keys.requirements(devplan_id),
    queryFn: async () => (await guarded(client.act('GET devplan/requirements', { id: devplan_id }))).data,
  })
  return data
}

type Share = Pick<Row<'devwaiver'>, 'percent' | 'requirements'>
type Granted = Share & Pick<Row<'devwaiver'>, 'from' | 'to'>
type Props = Share & {
  devplan_id: number
  /** What is asked for, where less of it may be granted. */
  only?: string[]
  change: (share: Partial<Share>) => void
}
